fn main() {
    web::with(catalog::module::rows);
    web::with_plots();
    web::with_cells();
}
