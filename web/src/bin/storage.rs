fn main() {
    web::with(catalog::module::storage);
    web::with_cells();
}
