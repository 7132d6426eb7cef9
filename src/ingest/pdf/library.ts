/// <reference path="./pdfjs-worker.d.ts" />
/** pdf.js in this realm, without a worker of its own: it runs in ours, which can be ended. */
import { CharacterMaps } from './character-maps';

/** Fonts and decoders that only drawing needs: none is ever fetched. */
class Nothing {
  readonly fetch = (): Promise<never> => Promise.reject(new Error('not needed for text'));
}

type Library = typeof import('pdfjs-dist/legacy/build/pdf.mjs');

let library: Promise<Library> | null = null;

export const loadPdfLibrary = (): Promise<Library> => {
  library ??= (async () => {
    const [pdf, worker] = await Promise.all([
      import('pdfjs-dist/legacy/build/pdf.mjs'),
      import('pdfjs-dist/legacy/build/pdf.worker.mjs'),
    ]);
    // The library's own name for "the other half runs here".
    Object.assign(globalThis, { pdfjsWorker: { WorkerMessageHandler: worker.WorkerMessageHandler } });
    return pdf;
  })();
  return library;
};

/** No code made from strings, no fonts, no pictures, nothing fetched. */
export const settingsFor = (data: Uint8Array, errorsOnly: number) => ({
  data,
  verbosity: errorsOnly,
  isEvalSupported: false,
  disableFontFace: true,
  useSystemFonts: false,
  useWorkerFetch: false,
  useWasm: false,
  isOffscreenCanvasSupported: false,
  isImageDecoderSupported: false,
  maxImageSize: 0,
  enableXfa: false,
  stopAtErrors: false,
  CMapReaderFactory: CharacterMaps,
  StandardFontDataFactory: Nothing,
  WasmFactory: Nothing,
});
