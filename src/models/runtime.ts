/**
 * onnxruntime-web as both the encoder and the classifier need it: the build for a device, an open session, and its
 * outputs as numbers. Used directly (docs/models.md): exact control over inputs, threads and files, and a quarter of
 * the code that the pipeline of transformers.js brings.
 */
import type * as Ort from 'onnxruntime-web';
import type { Device } from './catalogue';
import { graphProblem } from './graph-problem';

export interface SessionFiles {
  weights: Uint8Array;
  /** Weights kept beside the graph (`model.onnx_data`), by the name the graph uses. */
  external: { path: string; data: Uint8Array }[];
}

const loadRuntime = async (device: Device): Promise<typeof Ort> => {
  if (device === 'webgpu') {
    const [ort, mjs, wasm] = await Promise.all([
      import('onnxruntime-web/jspi'),
      import('onnxruntime-web/ort-wasm-simd-threaded.jspi.mjs?url'),
      import('onnxruntime-web/ort-wasm-simd-threaded.jspi.wasm?url'),
    ]);
    ort.env.wasm.wasmPaths = { mjs: absolute(mjs.default), wasm: absolute(wasm.default) };
    return ort;
  }
  const [ort, mjs, wasm] = await Promise.all([
    import('onnxruntime-web/wasm'),
    import('onnxruntime-web/ort-wasm-simd-threaded.mjs?url'),
    import('onnxruntime-web/ort-wasm-simd-threaded.wasm?url'),
  ]);
  ort.env.wasm.wasmPaths = { mjs: absolute(mjs.default), wasm: absolute(wasm.default) };
  return ort;
};

/** Emitted addresses are relative to this module's chunk or to the server root; the runtime wants them absolute. */
const absolute = (address: string): string => new URL(address, import.meta.url).href;

/** IEEE half precision bits → number, for models whose output is fp16 where Float16Array does not exist. */
export const halfToNumber = (bits: number): number => {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * 2 ** -24 * fraction;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * 2 ** (exponent - 15) * (1 + fraction / 1024);
};

/** The numbers of an output, whatever floating point format it has. */
export const toFloats = (tensor: Ort.Tensor): Float32Array => {
  const data = tensor.data;
  if (data instanceof Float32Array) return data;
  if (data instanceof Uint16Array) return Float32Array.from(data, halfToNumber);
  return Float32Array.from(data as Iterable<number>);
};

const deviceLost = async (ort: typeof Ort): Promise<string> => {
  // Typed `unknown` where TypeScript's own library has no WebGPU: only `lost` is used.
  const device = (await ort.env.webgpu.device) as { lost: Promise<{ reason?: string; message?: string }> };
  const info = await device.lost;
  return info.message || info.reason || 'unknown reason';
};

export interface OpenedSession {
  ort: typeof Ort;
  session: Ort.InferenceSession;
  /** Resolves with the reason when the GPU device is lost; never for WASM. */
  lost: Promise<string>;
}

/** Throws `model` in plain words, with those of the runtime as the detail. */
export const createOrtSession = async (
  files: SessionFiles,
  { device, threads }: { device: Device; threads: number },
): Promise<OpenedSession> => {
  const ort = await loadRuntime(device).catch((error: unknown) => {
    throw graphProblem(error);
  });
  ort.env.wasm.numThreads = threads;
  ort.env.logLevel = 'error';
  try {
    const session = await ort.InferenceSession.create(files.weights, {
      executionProviders: [device],
      graphOptimizationLevel: 'all',
      logSeverityLevel: 3,
      ...(files.external.length === 0 ? {} : { externalData: files.external }),
    });
    return { ort, session, lost: device === 'webgpu' ? deviceLost(ort) : new Promise(() => {}) };
  } catch (error) {
    throw graphProblem(error);
  }
};

/** One call of an open session. Throws as `createOrtSession` does. */
export const runOrtSession = async (
  session: Ort.InferenceSession,
  feeds: Record<string, Ort.Tensor>,
  outputs: readonly string[],
): Promise<Ort.InferenceSession.ReturnType> => {
  try {
    return await session.run(feeds, outputs);
  } catch (error) {
    throw graphProblem(error);
  }
};
