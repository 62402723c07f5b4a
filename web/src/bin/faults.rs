fn main() {
    web::with(catalog::module::faults);
    web::with_plots();
    web::with_net();
}
