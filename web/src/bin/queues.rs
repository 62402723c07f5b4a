fn main() {
    web::with(catalog::module::queues);
    web::with_zones();
}
