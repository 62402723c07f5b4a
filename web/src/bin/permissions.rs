fn main() {
    web::with(catalog::module::permissions);
}
