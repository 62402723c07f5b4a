fn main() {
    web::with(catalog::module::time);
    web::with_net();
}
