fn main() {
    web::with(catalog::module::servers);
    web::with_plots();
    web::with_net();
}
