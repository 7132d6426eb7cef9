/**
 * Cross-origin isolation gives WASM threads where the host sends these headers. The app works without them.
 * @type {Record<string, string>}
 */
export const isolationHeaders = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};
