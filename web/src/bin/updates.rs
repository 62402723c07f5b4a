fn main() {
    web::with(catalog::module::updates);
}
