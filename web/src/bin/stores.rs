fn main() {
    web::with(catalog::module::stores);
}
