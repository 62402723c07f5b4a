fn main() {
    web::with(catalog::module::erlang);
    web::with_plots();
    web::with_net();
}
