//! bolshak
fn main() {
    bolshak::protocol::serve(std::io::stdin(), std::io::stdout());
}
