fn main() {
    web::with(catalog::module::registers);
}
