fn main() {
    web::with(catalog::module::time);
}
