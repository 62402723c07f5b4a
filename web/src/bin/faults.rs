fn main() {
    web::with(catalog::module::faults);
}
