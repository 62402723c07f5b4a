fn main() {
    web::with(catalog::module::agents);
    web::with_plots();
    web::with_net();
}
