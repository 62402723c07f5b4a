fn main() {
    web::with(catalog::module::updates);
    web::with_plots();
    web::with_cells();
}
