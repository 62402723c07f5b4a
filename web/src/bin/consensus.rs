fn main() {
    web::with(catalog::module::consensus);
}
