fn main() {
    web::with(catalog::module::tokens);
    web::with_plots();
    web::with_net();
}
