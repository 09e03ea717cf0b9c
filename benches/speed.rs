//! Speed of the move generator.

use criterion::{Criterion, criterion_group, criterion_main};

use bolshak::position::{Position, perft};
use bolshak::rules::{Brazilian, International, Russian};

fn generator(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    group.bench_function("russian 8", |bench| bench.iter(|| perft(&Position::<Russian>::start(), 8)));
    group.bench_function("brazilian 8", |bench| bench.iter(|| perft(&Position::<Brazilian>::start(), 8)));
    group.bench_function("international 7", |bench| {
        bench.iter(|| perft(&Position::<International>::start(), 7));
    });
    group.finish();
}

criterion_group!(benches, generator);
criterion_main!(benches);
