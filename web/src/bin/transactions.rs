fn main() {
    web::with(catalog::module::transactions);
    web::with_cells();
}
