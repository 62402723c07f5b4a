fn main() {
    web::with(catalog::module::storage);
}
