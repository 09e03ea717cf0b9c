//! Speed of the move generator, of the search, and of the endgame bases.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};

use bolshak::bases::{Balance, Bases, Index};
use bolshak::bench::positions;
use bolshak::eval::Evaluated;
use bolshak::game::Game;
use bolshak::position::{Position, perft};
use bolshak::rules::{Brazilian, International, Russian};
use bolshak::search::{Limits, Signals, Silent, Table, Task, search};

/// Leaves per second, counted in bulk at the last ply.
fn generator(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    group.throughput(Throughput::Elements(perft(&Position::<Russian>::start(), 9)));
    group.bench_function("russian 9", |bench| bench.iter(|| perft(&Position::<Russian>::start(), 9)));
    group.throughput(Throughput::Elements(perft(&Position::<Brazilian>::start(), 8)));
    group.bench_function("brazilian 8", |bench| bench.iter(|| perft(&Position::<Brazilian>::start(), 8)));
    group.throughput(Throughput::Elements(perft(&Position::<International>::start(), 7)));
    group.bench_function("international 7", |bench| {
        bench.iter(|| perft(&Position::<International>::start(), 7));
    });
    group.finish();
}

/// Nodes per second of the whole search, and evaluations.
fn searcher(criterion: &mut Criterion) {
    const NODES: u64 = 200_000;
    let mut group = criterion.benchmark_group("search");
    group.throughput(Throughput::Elements(NODES));
    group.sample_size(20);
    let Ok(table) = Table::new(16) else { return };
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    group.bench_function("nodes from the start", |bench| {
        bench.iter(|| {
            table.clear();
            search(
                &Task::new(&Game::<Russian>::default()),
                &limits,
                &table,
                &Signals::new(false),
                &mut Silent,
            )
            .nodes
        });
    });
    let positions = positions::<Russian>();
    group.throughput(Throughput::Elements(positions.len() as u64));
    let weights = Russian::weights();
    let evaluate = |position| weights.evaluate(position);
    group.bench_function("evaluations", |bench| bench.iter(|| positions.iter().map(evaluate).sum::<i32>()));
    group.finish();
}

/// Answers of the built-in endgame bases for positions with five pieces, spread over all balances.
fn bases(criterion: &mut Criterion) {
    const POSITIONS: u64 = 4096;
    let bases = Bases::<Russian>::embedded();
    let indices: Vec<_> = Balance::all(5).into_iter().map(Index::<Russian>::new).collect();
    let spread = |place: u64| {
        let index = &indices[place as usize % indices.len()];
        index.position(place.wrapping_mul(0x9e37_79b9_7f4a_7c15) % index.count())
    };
    let quiet = (0..).map(spread).filter(|position| !position.has_capture() && position.has_quiet_move());
    let positions: Vec<_> = quiet.take(POSITIONS as usize).collect();
    let mut group = criterion.benchmark_group("bases");
    group.throughput(Throughput::Elements(POSITIONS));
    group.bench_function("outcomes of five pieces", |bench| {
        bench
            .iter(|| positions.iter().filter(|position| bases.standing_of_quiet(position).is_some()).count());
    });
    group.finish();
}

criterion_group!(benches, generator, searcher, bases);
criterion_main!(benches);
