fn main() {
    web::with(catalog::module::consensus);
    web::with_valence();
    web::with_zones();
    web::with_array();
}
