fn main() {
    web::with(catalog::module::transactions);
}
