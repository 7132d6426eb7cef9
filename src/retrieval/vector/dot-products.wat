;; Inner products of one query with every row of a row-major matrix, float32, 16 products a step.
;; The source of DOT_PRODUCTS in dot-kernel.ts; test/retrieval/vector.test.ts compiles it and compares.
(module
  (memory (import "host" "memory") 1)
  ;; query, matrix, out: byte addresses. stride: bytes of a row, a multiple of 64. rows > 0.
  (func (export "dots")
    (param $query i32) (param $matrix i32) (param $out i32) (param $rows i32) (param $stride i32)
    (local $at i32) (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (loop $row
      (local.set $a (v128.const f32x4 0 0 0 0))
      (local.set $b (v128.const f32x4 0 0 0 0))
      (local.set $c (v128.const f32x4 0 0 0 0))
      (local.set $d (v128.const f32x4 0 0 0 0))
      (local.set $at (i32.const 0))
      (loop $column
        (local.set $a (f32x4.add (local.get $a) (f32x4.mul
          (v128.load (i32.add (local.get $query) (local.get $at)))
          (v128.load (i32.add (local.get $matrix) (local.get $at))))))
        (local.set $b (f32x4.add (local.get $b) (f32x4.mul
          (v128.load offset=16 (i32.add (local.get $query) (local.get $at)))
          (v128.load offset=16 (i32.add (local.get $matrix) (local.get $at))))))
        (local.set $c (f32x4.add (local.get $c) (f32x4.mul
          (v128.load offset=32 (i32.add (local.get $query) (local.get $at)))
          (v128.load offset=32 (i32.add (local.get $matrix) (local.get $at))))))
        (local.set $d (f32x4.add (local.get $d) (f32x4.mul
          (v128.load offset=48 (i32.add (local.get $query) (local.get $at)))
          (v128.load offset=48 (i32.add (local.get $matrix) (local.get $at))))))
        (local.set $at (i32.add (local.get $at) (i32.const 64)))
        (br_if $column (i32.lt_u (local.get $at) (local.get $stride))))
      (local.set $a (f32x4.add
        (f32x4.add (local.get $a) (local.get $b))
        (f32x4.add (local.get $c) (local.get $d))))
      (f32.store (local.get $out) (f32.add
        (f32.add (f32x4.extract_lane 0 (local.get $a)) (f32x4.extract_lane 1 (local.get $a)))
        (f32.add (f32x4.extract_lane 2 (local.get $a)) (f32x4.extract_lane 3 (local.get $a)))))
      (local.set $out (i32.add (local.get $out) (i32.const 4)))
      (local.set $matrix (i32.add (local.get $matrix) (local.get $stride)))
      (local.set $rows (i32.sub (local.get $rows) (i32.const 1)))
      (br_if $row (local.get $rows)))))
