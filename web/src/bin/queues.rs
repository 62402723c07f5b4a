fn main() {
    web::with(catalog::module::queues);
}
