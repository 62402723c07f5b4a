fn main() {
    web::with(catalog::module::stores);
    web::with_net();
}
