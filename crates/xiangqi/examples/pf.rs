fn main(){ let a:Vec<String>=std::env::args().collect(); let d:u32=a[1].parse().unwrap(); let fen=a.get(2).map(String::as_str).unwrap_or(xiangqi::START);
 let b:xiangqi::Board=fen.parse().unwrap(); let t=std::time::Instant::now(); let n=search_core::perft::perft(&b,d); let s=t.elapsed().as_secs_f64(); println!("{n} {s:.3} {:.1}M", n as f64/s/1e6); }
