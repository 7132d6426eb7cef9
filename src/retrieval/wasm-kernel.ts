const PAGE = 65536;

/** A hand-written WebAssembly module that works on one memory which it imports as `host.memory`. */
export interface WasmKernel<Exports> {
  /** Null when this browser, or a content security policy, does not let the module run. */
  instantiate(bytes: number): { buffer: ArrayBuffer; exports: Exports } | null;
}

/**
 * @param base64  the compiled module; it is compiled by the browser once, when first needed
 * `instantiate` throws RangeError when there is no room for so many bytes.
 */
export const wasmKernel = <Exports>(base64: string): WasmKernel<Exports> => {
  let compiled: WebAssembly.Module | null | undefined;
  const compile = (): WebAssembly.Module | null => {
    try {
      return new WebAssembly.Module(Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)));
    } catch {
      return null;
    }
  };
  return {
    instantiate(bytes) {
      compiled ??= compile();
      if (compiled === null) return null;
      const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE) });
      const { exports } = new WebAssembly.Instance(compiled, { host: { memory } });
      return { buffer: memory.buffer, exports: exports as unknown as Exports };
    },
  };
};
