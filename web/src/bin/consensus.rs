fn main() {
    web::with(catalog::module::consensus);
    web::with_valence();
}
