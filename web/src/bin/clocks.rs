fn main() {
    web::with(catalog::module::clocks);
    web::with_plots();
    web::with_net();
}
