fn main() {
    web::with(catalog::module::messages);
    web::with_plots();
    web::with_net();
}
