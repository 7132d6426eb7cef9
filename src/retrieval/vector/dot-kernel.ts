import { HopscopeError } from '../../domain/outcome';
import { wasmKernel } from '../wasm-kernel';

/** `dot-products.wat`, compiled: a plain loop cannot use the processor's vector units, this takes a third of its time. */
export const DOT_PRODUCTS =
  'AGFzbQEAAAABCQFgBX9/f39/AAIQAQRob3N0Bm1lbW9yeQIAAQMCAQAHCAEEZG90cwAACqoCAacCAgF/BHsDQP0MAAAAAAAA' +
  'AAAAAAAAAAAAACEG/QwAAAAAAAAAAAAAAAAAAAAAIQf9DAAAAAAAAAAAAAAAAAAAAAAhCP0MAAAAAAAAAAAAAAAAAAAAACEJ' +
  'QQAhBQNAIAYgACAFav0ABAAgASAFav0ABAD95gH95AEhBiAHIAAgBWr9AAQQIAEgBWr9AAQQ/eYB/eQBIQcgCCAAIAVq/QAE' +
  'ICABIAVq/QAEIP3mAf3kASEIIAkgACAFav0ABDAgASAFav0ABDD95gH95AEhCSAFQcAAaiEFIAUgBEkNAAsgBiAH/eQBIAgg' +
  'Cf3kAf3kASEGIAIgBv0fACAG/R8BkiAG/R8CIAb9HwOSkjgCACACQQRqIQIgASAEaiEBIANBAWshAyADDQALCw==';

/** Floats of a step of the kernel; rows are padded with zeros to a multiple of it. */
const LANES = 16;

/** A matrix with its scorer. `scores` is overwritten by each call. */
export interface DotKernel {
  /** Floats from one row to the next, ≥ dimension. */
  readonly stride: number;
  readonly matrix: Float32Array;
  /** Approximate inner products of `query` with every row: float32 sums, in whatever order is fastest. */
  scores(query: Float32Array): Float32Array;
  /** 'simd', or 'loop' where WebAssembly or its SIMD is not available. */
  readonly kind: 'simd' | 'loop';
}

/** @throws HopscopeError `quota` when the vectors do not fit into memory */
export function createDotKernel(rows: number, dimension: number): DotKernel {
  const stride = Math.ceil(dimension / LANES) * LANES;
  try {
    return simdKernel(rows, stride) ?? loopKernel(rows, stride);
  } catch (cause) {
    throw new HopscopeError(
      'quota',
      `The vectors of ${rows} passages do not fit into memory: close other tabs, or use a smaller corpus or BM25.`,
      { cause, retryable: true },
    );
  }
}

interface Dots {
  dots(query: number, matrix: number, out: number, rows: number, stride: number): void;
}

const kernel = wasmKernel<Dots>(DOT_PRODUCTS);

function simdKernel(rows: number, stride: number): DotKernel | null {
  const instance = kernel.instantiate(4 * (stride + rows * stride + rows));
  if (instance === null || rows === 0) return null;
  const { buffer, exports } = instance;
  const matrixAt = 4 * stride;
  const scoresAt = matrixAt + 4 * rows * stride;
  const query = new Float32Array(buffer, 0, stride);
  const scores = new Float32Array(buffer, scoresAt, rows);
  return {
    kind: 'simd',
    stride,
    matrix: new Float32Array(buffer, matrixAt, rows * stride),
    scores(vector) {
      query.set(vector);
      exports.dots(0, matrixAt, scoresAt, rows, 4 * stride);
      return scores;
    },
  };
}

/** The same scores without WebAssembly, four rows at a time so that no sum waits for itself. */
export function loopKernel(rows: number, stride: number): DotKernel {
  const matrix = new Float32Array(rows * stride);
  const out = new Float32Array(rows);
  const query = new Float32Array(stride);
  return {
    kind: 'loop',
    stride,
    matrix,
    scores(vector) {
      query.set(vector);
      let row = 0;
      for (; row + 4 <= rows; row += 4) {
        const at = row * stride;
        let a = 0;
        let b = 0;
        let c = 0;
        let d = 0;
        for (let i = 0; i < stride; i++) {
          const q = query[i] as number;
          a += q * (matrix[at + i] as number);
          b += q * (matrix[at + stride + i] as number);
          c += q * (matrix[at + 2 * stride + i] as number);
          d += q * (matrix[at + 3 * stride + i] as number);
        }
        out[row] = a;
        out[row + 1] = b;
        out[row + 2] = c;
        out[row + 3] = d;
      }
      for (; row < rows; row++) {
        let sum = 0;
        for (let i = 0; i < stride; i++) sum += (query[i] as number) * (matrix[row * stride + i] as number);
        out[row] = sum;
      }
      return out;
    },
  };
}
