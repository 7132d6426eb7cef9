;; The scores of one BM25 question: float64 sums of float32 weights, exact in any order (bm25.ts).
;; The source of BM25_SCORES in score-kernel.ts; test/retrieval/bm25-kernel.test.ts compiles it and compares.
;; Scores lie at byte 0, one float64 a row. No row is checked here: Bm25Index checks every posting once, when loaded.
(module
  (memory (import "host" "memory") 1)

  ;; scores[0 … rows) = sums over `count` dense terms. list: byte address of the byte addresses of their weights, one
  ;; float32 a row. rows: a multiple of 8.
  (func (export "dense") (param $list i32) (param $count i32) (param $rows i32)
    (local $row i32) (local $term i32) (local $end i32) (local $weights i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (local.set $end (i32.add (local.get $list) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $row) (local.get $rows)))
        (local.set $a (v128.const f64x2 0 0))
        (local.set $b (v128.const f64x2 0 0))
        (local.set $c (v128.const f64x2 0 0))
        (local.set $d (v128.const f64x2 0 0))
        (local.set $term (local.get $list))
        (block $summed
          (loop $add
            (br_if $summed (i32.ge_u (local.get $term) (local.get $end)))
            (local.set $weights (i32.add
              (i32.load (local.get $term))
              (i32.shl (local.get $row) (i32.const 2))))
            (local.set $a (f64x2.add (local.get $a)
              (f64x2.promote_low_f32x4 (v128.load64_zero (local.get $weights)))))
            (local.set $b (f64x2.add (local.get $b)
              (f64x2.promote_low_f32x4 (v128.load64_zero offset=8 (local.get $weights)))))
            (local.set $c (f64x2.add (local.get $c)
              (f64x2.promote_low_f32x4 (v128.load64_zero offset=16 (local.get $weights)))))
            (local.set $d (f64x2.add (local.get $d)
              (f64x2.promote_low_f32x4 (v128.load64_zero offset=24 (local.get $weights)))))
            (local.set $term (i32.add (local.get $term) (i32.const 4)))
            (br $add)))
        (v128.store (i32.shl (local.get $row) (i32.const 3)) (local.get $a))
        (v128.store offset=16 (i32.shl (local.get $row) (i32.const 3)) (local.get $b))
        (v128.store offset=32 (i32.shl (local.get $row) (i32.const 3)) (local.get $c))
        (v128.store offset=48 (i32.shl (local.get $row) (i32.const 3)) (local.get $d))
        (local.set $row (i32.add (local.get $row) (i32.const 8)))
        (br $next))))

  ;; Adds the weight of each of `count` postings to the score of its row. postings, weights: byte addresses.
  (func (export "scatter") (param $postings i32) (param $weights i32) (param $count i32)
    (local $end i32) (local $a i32) (local $b i32) (local $c i32) (local $d i32)
    (local.set $end (i32.add (local.get $postings)
      (i32.shl (i32.and (local.get $count) (i32.const -4)) (i32.const 2))))
    (block $four
      (loop $next
        (br_if $four (i32.ge_u (local.get $postings) (local.get $end)))
        (local.set $a (i32.shl (i32.load (local.get $postings)) (i32.const 3)))
        (local.set $b (i32.shl (i32.load offset=4 (local.get $postings)) (i32.const 3)))
        (local.set $c (i32.shl (i32.load offset=8 (local.get $postings)) (i32.const 3)))
        (local.set $d (i32.shl (i32.load offset=12 (local.get $postings)) (i32.const 3)))
        (f64.store (local.get $a) (f64.add (f64.load (local.get $a))
          (f64.promote_f32 (f32.load (local.get $weights)))))
        (f64.store (local.get $b) (f64.add (f64.load (local.get $b))
          (f64.promote_f32 (f32.load offset=4 (local.get $weights)))))
        (f64.store (local.get $c) (f64.add (f64.load (local.get $c))
          (f64.promote_f32 (f32.load offset=8 (local.get $weights)))))
        (f64.store (local.get $d) (f64.add (f64.load (local.get $d))
          (f64.promote_f32 (f32.load offset=12 (local.get $weights)))))
        (local.set $postings (i32.add (local.get $postings) (i32.const 16)))
        (local.set $weights (i32.add (local.get $weights) (i32.const 16)))
        (br $next)))
    (local.set $end (i32.add (local.get $end)
      (i32.shl (i32.and (local.get $count) (i32.const 3)) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $postings) (local.get $end)))
        (local.set $a (i32.shl (i32.load (local.get $postings)) (i32.const 3)))
        (f64.store (local.get $a) (f64.add (f64.load (local.get $a))
          (f64.promote_f32 (f32.load (local.get $weights)))))
        (local.set $postings (i32.add (local.get $postings) (i32.const 4)))
        (local.set $weights (i32.add (local.get $weights) (i32.const 4)))
        (br $next))))

  ;; First row of [row, rows) whose score is greater than the threshold, or `rows`.
  (func (export "nextAbove") (param $row i32) (param $rows i32) (param $threshold f64) (result i32)
    (local $limits v128) (local $at i32)
    (local.set $limits (f64x2.splat (local.get $threshold)))
    (block $eight
      (loop $next
        (br_if $eight (i32.gt_u (i32.add (local.get $row) (i32.const 8)) (local.get $rows)))
        (local.set $at (i32.shl (local.get $row) (i32.const 3)))
        (br_if $eight (v128.any_true (v128.or
          (v128.or
            (f64x2.gt (v128.load (local.get $at)) (local.get $limits))
            (f64x2.gt (v128.load offset=16 (local.get $at)) (local.get $limits)))
          (v128.or
            (f64x2.gt (v128.load offset=32 (local.get $at)) (local.get $limits))
            (f64x2.gt (v128.load offset=48 (local.get $at)) (local.get $limits))))))
        (local.set $row (i32.add (local.get $row) (i32.const 8)))
        (br $next)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $row) (local.get $rows)))
        (br_if $done (f64.gt
          (f64.load (i32.shl (local.get $row) (i32.const 3)))
          (local.get $threshold)))
        (local.set $row (i32.add (local.get $row) (i32.const 1)))
        (br $next)))
    (local.get $row)))
