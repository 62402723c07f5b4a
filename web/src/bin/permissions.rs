fn main() {
    web::with(catalog::module::permissions);
    web::with_plots();
}
