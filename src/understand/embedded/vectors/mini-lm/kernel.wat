;; The arithmetic of MiniLM: everything between the embeddings of the words and the vectors of the tokens.
;; Addresses are bytes in the imported memory, and multiples of 16. Numbers are 32-bit floats unless a name says otherwise.
;; Integers keep the result the same on every processor.
(module
  (import "soni" "memory" (memory 1 65536 shared))

  ;; e to the power of each lane: a power of two by the exponent's bits, the rest by a polynomial.
  (func $exp (param $x v128) (result v128)
    (local $whole v128) (local $part v128)
    (local.set $x (f32x4.mul
      (f32x4.max (f32x4.min (local.get $x) (v128.const f32x4 80 80 80 80)) (v128.const f32x4 -80 -80 -80 -80))
      (v128.const f32x4 1.44269504 1.44269504 1.44269504 1.44269504)))
    (local.set $whole (f32x4.nearest (local.get $x)))
    (local.set $part (f32x4.sub (local.get $x) (local.get $whole)))
    (f32x4.mul
      (i32x4.shl (i32x4.add (i32x4.trunc_sat_f32x4_s (local.get $whole)) (v128.const i32x4 127 127 127 127)) (i32.const 23))
      (f32x4.add (v128.const f32x4 1 1 1 1) (f32x4.mul (local.get $part)
        (f32x4.add (v128.const f32x4 0.69314718 0.69314718 0.69314718 0.69314718) (f32x4.mul (local.get $part)
          (f32x4.add (v128.const f32x4 0.24022651 0.24022651 0.24022651 0.24022651) (f32x4.mul (local.get $part)
            (f32x4.add (v128.const f32x4 0.05550411 0.05550411 0.05550411 0.05550411) (f32x4.mul (local.get $part)
              (f32x4.add (v128.const f32x4 0.00961813 0.00961813 0.00961813 0.00961813)
                (f32x4.mul (local.get $part) (v128.const f32x4 0.00133336 0.00133336 0.00133336 0.00133336)))))))))))))

  (func $sum (param $x v128) (result f32)
    (f32.add
      (f32.add (f32x4.extract_lane 0 (local.get $x)) (f32x4.extract_lane 1 (local.get $x)))
      (f32.add (f32x4.extract_lane 2 (local.get $x)) (f32x4.extract_lane 3 (local.get $x)))))

  (func $largest (param $x v128) (result f32)
    (f32.max
      (f32.max (f32x4.extract_lane 0 (local.get $x)) (f32x4.extract_lane 1 (local.get $x)))
      (f32.max (f32x4.extract_lane 2 (local.get $x)) (f32x4.extract_lane 3 (local.get $x)))))

  ;; The four sums of four lanes each, as one vector of integers.
  (func $sums (param $a v128) (param $b v128) (param $c v128) (param $d v128) (result v128)
    (local $ab v128) (local $cd v128)
    (local.set $ab (i32x4.add
      (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $a) (local.get $b))
      (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $a) (local.get $b))))
    (local.set $cd (i32x4.add
      (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $c) (local.get $d))
      (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $c) (local.get $d))))
    (i32x4.add
      (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $ab) (local.get $cd))
      (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $ab) (local.get $cd))))

  ;; Rows of numbers become 16-bit integers with one scale a row, of a length of at most 130000. Rows of weights have a
  ;; length of 16000. By Cauchy-Schwarz no sum of their products leaves 32 bits.
  (func (export "quantise") (param $from i32) (param $to i32) (param $scales i32) (param $rows i32) (param $width i32)
    (local $end i32) (local $at i32) (local $value v128) (local $most v128) (local $squares v128) (local $scale f32)
    (local $factor v128)
    (loop $row
      (local.set $end (i32.add (local.get $from) (i32.shl (local.get $width) (i32.const 2))))
      (local.set $most (v128.const f32x4 1e-9 1e-9 1e-9 1e-9))
      (local.set $squares (v128.const f32x4 0 0 0 0))
      (local.set $at (local.get $from))
      (loop $find
        (local.set $value (v128.load (local.get $at)))
        (local.set $most (f32x4.max (local.get $most) (f32x4.abs (local.get $value))))
        (local.set $squares (f32x4.add (local.get $squares) (f32x4.mul (local.get $value) (local.get $value))))
        (br_if $find (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $end))))
      (local.set $scale (f32.max
        (f32.div (call $largest (local.get $most)) (f32.const 32767))
        (f32.div (f32.sqrt (call $sum (local.get $squares))) (f32.const 130000))))
      (f32.store (local.get $scales) (local.get $scale))
      (local.set $factor (f32x4.splat (f32.div (f32.const 1) (local.get $scale))))
      (loop $write
        (v128.store (local.get $to) (i16x8.narrow_i32x4_s
          (i32x4.trunc_sat_f32x4_s (f32x4.nearest (f32x4.mul (v128.load (local.get $from)) (local.get $factor))))
          (i32x4.trunc_sat_f32x4_s (f32x4.nearest (f32x4.mul (v128.load offset=16 (local.get $from)) (local.get $factor))))))
        (local.set $to (i32.add (local.get $to) (i32.const 16)))
        (br_if $write (i32.lt_u (local.tee $from (i32.add (local.get $from) (i32.const 32))) (local.get $end))))
      (local.set $scales (i32.add (local.get $scales) (i32.const 4)))
      (br_if $row (local.tee $rows (i32.sub (local.get $rows) (i32.const 1))))))

  ;; Quantised rows times quantised weights, plus a bias. `pairs`: rows, two at a time, with four weights' rows: what
  ;; fits into sixteen registers. A weight is an integer of 16 bits; after all of them come their scales, then their biases.
  (func (export "multiply") (param $inputs i32) (param $scales i32) (param $weights i32) (param $out i32)
                            (param $pairs i32) (param $width i32) (param $outputs i32)
    (local $bytes i32) (local $group i32) (local $pair i32) (local $x i32) (local $y i32) (local $w i32) (local $end i32) (local $to i32)
    (local $tables i32) (local $left v128) (local $right v128) (local $weight v128) (local $factor v128) (local $bias v128)
    (local $a0 v128) (local $a1 v128) (local $a2 v128) (local $a3 v128)
    (local $b0 v128) (local $b1 v128) (local $b2 v128) (local $b3 v128)
    (local $w1 i32) (local $w2 i32) (local $w3 i32)
    (local.set $bytes (i32.shl (local.get $width) (i32.const 1)))
    (local.set $tables (i32.add (local.get $weights) (i32.mul (local.get $bytes) (local.get $outputs))))
    (loop $groups
      (local.set $factor (v128.load (i32.add (local.get $tables) (i32.shl (local.get $group) (i32.const 2)))))
      (local.set $bias (v128.load
        (i32.add (local.get $tables) (i32.shl (i32.add (local.get $group) (local.get $outputs)) (i32.const 2)))))
      (local.set $x (local.get $inputs))
      (local.set $to (i32.add (local.get $out) (i32.shl (local.get $group) (i32.const 2))))
      (local.set $pair (i32.const 0))
      (loop $rows
        (local.set $a0 (v128.const i32x4 0 0 0 0)) (local.set $a1 (v128.const i32x4 0 0 0 0))
        (local.set $a2 (v128.const i32x4 0 0 0 0)) (local.set $a3 (v128.const i32x4 0 0 0 0))
        (local.set $b0 (v128.const i32x4 0 0 0 0)) (local.set $b1 (v128.const i32x4 0 0 0 0))
        (local.set $b2 (v128.const i32x4 0 0 0 0)) (local.set $b3 (v128.const i32x4 0 0 0 0))
        (local.set $y (i32.add (local.get $x) (local.get $bytes)))
        (local.set $w (local.get $weights))
        (local.set $w1 (i32.add (local.get $w) (local.get $bytes)))
        (local.set $w2 (i32.add (local.get $w1) (local.get $bytes)))
        (local.set $w3 (i32.add (local.get $w2) (local.get $bytes)))
        (local.set $end (i32.add (local.get $w) (local.get $bytes)))
        (loop $products
          (local.set $left (v128.load (local.get $x)))
          (local.set $right (v128.load (local.get $y)))
          (local.set $weight (v128.load (local.get $w)))
          (local.set $a0 (i32x4.add (local.get $a0) (i32x4.dot_i16x8_s (local.get $left) (local.get $weight))))
          (local.set $b0 (i32x4.add (local.get $b0) (i32x4.dot_i16x8_s (local.get $right) (local.get $weight))))
          (local.set $weight (v128.load (local.get $w1)))
          (local.set $a1 (i32x4.add (local.get $a1) (i32x4.dot_i16x8_s (local.get $left) (local.get $weight))))
          (local.set $b1 (i32x4.add (local.get $b1) (i32x4.dot_i16x8_s (local.get $right) (local.get $weight))))
          (local.set $weight (v128.load (local.get $w2)))
          (local.set $a2 (i32x4.add (local.get $a2) (i32x4.dot_i16x8_s (local.get $left) (local.get $weight))))
          (local.set $b2 (i32x4.add (local.get $b2) (i32x4.dot_i16x8_s (local.get $right) (local.get $weight))))
          (local.set $weight (v128.load (local.get $w3)))
          (local.set $a3 (i32x4.add (local.get $a3) (i32x4.dot_i16x8_s (local.get $left) (local.get $weight))))
          (local.set $b3 (i32x4.add (local.get $b3) (i32x4.dot_i16x8_s (local.get $right) (local.get $weight))))
          (local.set $x (i32.add (local.get $x) (i32.const 16)))
          (local.set $y (i32.add (local.get $y) (i32.const 16)))
          (local.set $w1 (i32.add (local.get $w1) (i32.const 16)))
          (local.set $w2 (i32.add (local.get $w2) (i32.const 16)))
          (local.set $w3 (i32.add (local.get $w3) (i32.const 16)))
          (br_if $products (i32.lt_u (local.tee $w (i32.add (local.get $w) (i32.const 16))) (local.get $end))))
        (v128.store (local.get $to) (f32x4.add (local.get $bias) (f32x4.mul
          (f32x4.mul (local.get $factor)
            (v128.load32_splat (i32.add (local.get $scales) (i32.shl (local.get $pair) (i32.const 3)))))
          (f32x4.convert_i32x4_s (call $sums (local.get $a0) (local.get $a1) (local.get $a2) (local.get $a3))))))
        (local.set $to (i32.add (local.get $to) (i32.shl (local.get $outputs) (i32.const 2))))
        (v128.store (local.get $to) (f32x4.add (local.get $bias) (f32x4.mul
          (f32x4.mul (local.get $factor)
            (v128.load32_splat offset=4 (i32.add (local.get $scales) (i32.shl (local.get $pair) (i32.const 3)))))
          (f32x4.convert_i32x4_s (call $sums (local.get $b0) (local.get $b1) (local.get $b2) (local.get $b3))))))
        (local.set $to (i32.add (local.get $to) (i32.shl (local.get $outputs) (i32.const 2))))
        (local.set $x (local.get $y))
        (br_if $rows (i32.lt_u (local.tee $pair (i32.add (local.get $pair) (i32.const 1))) (local.get $pairs))))
      (local.set $weights (i32.add (local.get $weights) (i32.shl (local.get $bytes) (i32.const 2))))
      (br_if $groups (i32.lt_u (local.tee $group (i32.add (local.get $group) (i32.const 4))) (local.get $outputs)))))

  ;; Adds `more` to rows and brings each to mean 0 and variance 1, times a gain, plus a shift: `table` has both.
  (func (export "normalise") (param $rows i32) (param $more i32) (param $table i32) (param $count i32) (param $width i32)
    (local $bytes i32) (local $at i32) (local $sum v128) (local $squares v128) (local $value v128)
    (local $mean f32) (local $means v128) (local $factor v128)
    (local.set $bytes (i32.shl (local.get $width) (i32.const 2)))
    (loop $row
      (local.set $sum (v128.const f32x4 0 0 0 0))
      (local.set $squares (v128.const f32x4 0 0 0 0))
      (local.set $at (i32.const 0))
      (loop $add
        (local.set $value (f32x4.add
          (v128.load (i32.add (local.get $rows) (local.get $at))) (v128.load (i32.add (local.get $more) (local.get $at)))))
        (v128.store (i32.add (local.get $rows) (local.get $at)) (local.get $value))
        (local.set $sum (f32x4.add (local.get $sum) (local.get $value)))
        (br_if $add (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $bytes))))
      (local.set $mean (f32.div (call $sum (local.get $sum)) (f32.convert_i32_u (local.get $width))))
      (local.set $means (f32x4.splat (local.get $mean)))
      (local.set $at (i32.const 0))
      (loop $spread
        (local.set $value (f32x4.sub (v128.load (i32.add (local.get $rows) (local.get $at))) (local.get $means)))
        (local.set $squares (f32x4.add (local.get $squares) (f32x4.mul (local.get $value) (local.get $value))))
        (br_if $spread (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $bytes))))
      (local.set $factor (f32x4.splat (f32.div (f32.const 1) (f32.sqrt (f32.add (f32.const 1e-12)
        (f32.div (call $sum (local.get $squares)) (f32.convert_i32_u (local.get $width))))))))
      (local.set $at (i32.const 0))
      (loop $write
        (v128.store (i32.add (local.get $rows) (local.get $at)) (f32x4.add
          (v128.load (i32.add (i32.add (local.get $table) (local.get $bytes)) (local.get $at)))
          (f32x4.mul (v128.load (i32.add (local.get $table) (local.get $at)))
            (f32x4.mul (local.get $factor)
              (f32x4.sub (v128.load (i32.add (local.get $rows) (local.get $at))) (local.get $means))))))
        (br_if $write (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $bytes))))
      (local.set $rows (i32.add (local.get $rows) (local.get $bytes)))
      (local.set $more (i32.add (local.get $more) (local.get $bytes)))
      (br_if $row (local.tee $count (i32.sub (local.get $count) (i32.const 1))))))

  ;; GELU by its usual approximation x / (1 + exp(-1.595769 (x + 0.044715 x^3))), in place.
  (func (export "activate") (param $at i32) (param $count i32)
    (local $end i32) (local $x v128)
    (local.set $end (i32.add (local.get $at) (i32.shl (local.get $count) (i32.const 2))))
    (loop $next
      (local.set $x (v128.load (local.get $at)))
      (v128.store (local.get $at) (f32x4.div (local.get $x) (f32x4.add (v128.const f32x4 1 1 1 1) (call $exp
        (f32x4.mul (local.get $x) (f32x4.sub (v128.const f32x4 -1.59576912 -1.59576912 -1.59576912 -1.59576912)
          (f32x4.mul (v128.const f32x4 0.07135482 0.07135482 0.07135482 0.07135482)
            (f32x4.mul (local.get $x) (local.get $x)))))))))
      (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $end)))))

  ;; One head of attention over the tokens of one sentence. `from`: the first token's query; keys and values are
  ;; `width` and twice `width` numbers further on, the next token's query three times. A head has 32 numbers.
  ;; `scores`: room for as many numbers as there are tokens, in steps of four.
  (func (export "attend") (param $from i32) (param $out i32) (param $scores i32) (param $tokens i32) (param $width i32)
    (local $bytes i32) (local $step i32) (local $query i32) (local $key i32) (local $at i32) (local $end i32) (local $left i32)
    (local $most f32) (local $score f32) (local $sum v128) (local $p v128)
    (local $0 v128) (local $1 v128) (local $2 v128) (local $3 v128)
    (local $4 v128) (local $5 v128) (local $6 v128) (local $7 v128)
    (local.set $bytes (i32.shl (local.get $width) (i32.const 2)))
    (local.set $step (i32.mul (local.get $bytes) (i32.const 3)))
    (local.set $query (local.get $from))
    (local.set $left (local.get $tokens))
    (local.set $end (i32.add (local.get $scores) (i32.shl (local.get $tokens) (i32.const 2))))
    (loop $token
      (local.set $0 (v128.load (local.get $query))) (local.set $1 (v128.load offset=16 (local.get $query)))
      (local.set $2 (v128.load offset=32 (local.get $query))) (local.set $3 (v128.load offset=48 (local.get $query)))
      (local.set $4 (v128.load offset=64 (local.get $query))) (local.set $5 (v128.load offset=80 (local.get $query)))
      (local.set $6 (v128.load offset=96 (local.get $query))) (local.set $7 (v128.load offset=112 (local.get $query)))
      (local.set $key (i32.add (local.get $from) (local.get $bytes)))
      (local.set $at (local.get $scores))
      (local.set $most (f32.const -1e30))
      (loop $score
        ;; 1 / sqrt(32)
        (local.set $score (f32.mul (f32.const 0.17677670) (call $sum (f32x4.add
          (f32x4.add
            (f32x4.add (f32x4.mul (local.get $0) (v128.load (local.get $key))) (f32x4.mul (local.get $1) (v128.load offset=16 (local.get $key))))
            (f32x4.add (f32x4.mul (local.get $2) (v128.load offset=32 (local.get $key))) (f32x4.mul (local.get $3) (v128.load offset=48 (local.get $key)))))
          (f32x4.add
            (f32x4.add (f32x4.mul (local.get $4) (v128.load offset=64 (local.get $key))) (f32x4.mul (local.get $5) (v128.load offset=80 (local.get $key))))
            (f32x4.add (f32x4.mul (local.get $6) (v128.load offset=96 (local.get $key))) (f32x4.mul (local.get $7) (v128.load offset=112 (local.get $key)))))))))
        (f32.store (local.get $at) (local.get $score))
        (local.set $most (f32.max (local.get $most) (local.get $score)))
        (local.set $key (i32.add (local.get $key) (local.get $step)))
        (br_if $score (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 4))) (local.get $end))))
      ;; The lanes after the last token weigh nothing.
      (v128.store (local.get $end) (v128.const f32x4 -1e30 -1e30 -1e30 -1e30))
      (local.set $sum (v128.const f32x4 0 0 0 0))
      (local.set $at (local.get $scores))
      (loop $soften
        (local.set $p (call $exp (f32x4.sub (v128.load (local.get $at)) (f32x4.splat (local.get $most)))))
        (v128.store (local.get $at) (local.get $p))
        (local.set $sum (f32x4.add (local.get $sum) (local.get $p)))
        (br_if $soften (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $end))))
      (local.set $score (f32.div (f32.const 1) (call $sum (local.get $sum))))
      (local.set $0 (v128.const f32x4 0 0 0 0)) (local.set $1 (v128.const f32x4 0 0 0 0))
      (local.set $2 (v128.const f32x4 0 0 0 0)) (local.set $3 (v128.const f32x4 0 0 0 0))
      (local.set $4 (v128.const f32x4 0 0 0 0)) (local.set $5 (v128.const f32x4 0 0 0 0))
      (local.set $6 (v128.const f32x4 0 0 0 0)) (local.set $7 (v128.const f32x4 0 0 0 0))
      (local.set $key (i32.add (local.get $from) (i32.shl (local.get $bytes) (i32.const 1))))
      (local.set $at (local.get $scores))
      (loop $mix
        (local.set $p (f32x4.splat (f32.mul (local.get $score) (f32.load (local.get $at)))))
        (local.set $0 (f32x4.add (local.get $0) (f32x4.mul (local.get $p) (v128.load (local.get $key)))))
        (local.set $1 (f32x4.add (local.get $1) (f32x4.mul (local.get $p) (v128.load offset=16 (local.get $key)))))
        (local.set $2 (f32x4.add (local.get $2) (f32x4.mul (local.get $p) (v128.load offset=32 (local.get $key)))))
        (local.set $3 (f32x4.add (local.get $3) (f32x4.mul (local.get $p) (v128.load offset=48 (local.get $key)))))
        (local.set $4 (f32x4.add (local.get $4) (f32x4.mul (local.get $p) (v128.load offset=64 (local.get $key)))))
        (local.set $5 (f32x4.add (local.get $5) (f32x4.mul (local.get $p) (v128.load offset=80 (local.get $key)))))
        (local.set $6 (f32x4.add (local.get $6) (f32x4.mul (local.get $p) (v128.load offset=96 (local.get $key)))))
        (local.set $7 (f32x4.add (local.get $7) (f32x4.mul (local.get $p) (v128.load offset=112 (local.get $key)))))
        (local.set $key (i32.add (local.get $key) (local.get $step)))
        (br_if $mix (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 4))) (local.get $end))))
      (v128.store (local.get $out) (local.get $0)) (v128.store offset=16 (local.get $out) (local.get $1))
      (v128.store offset=32 (local.get $out) (local.get $2)) (v128.store offset=48 (local.get $out) (local.get $3))
      (v128.store offset=64 (local.get $out) (local.get $4)) (v128.store offset=80 (local.get $out) (local.get $5))
      (v128.store offset=96 (local.get $out) (local.get $6)) (v128.store offset=112 (local.get $out) (local.get $7))
      (local.set $out (i32.add (local.get $out) (local.get $bytes)))
      (local.set $query (i32.add (local.get $query) (local.get $step)))
      (br_if $token (local.tee $left (i32.sub (local.get $left) (i32.const 1)))))))
