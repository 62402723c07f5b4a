fn main() {
    web::with(catalog::module::permissions);
    web::with_plots();
    web::with_net();
}
