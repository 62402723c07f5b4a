fn main() {
    web::with(catalog::module::clocks);
}
