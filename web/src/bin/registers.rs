fn main() {
    web::with(catalog::module::registers);
    web::with_zones();
}
