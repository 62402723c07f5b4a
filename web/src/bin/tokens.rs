fn main() {
    web::with(catalog::module::tokens);
    web::with_plots();
}
