fn main() {
    web::with(catalog::module::tokens);
}
