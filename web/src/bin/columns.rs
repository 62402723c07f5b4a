fn main() {
    web::with(catalog::module::columns);
    web::with_valence();
    web::with_net();
}
