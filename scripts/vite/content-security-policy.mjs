/**
 * Writes the Content-Security-Policy into the built page. Not in development, where Vite's client needs inline code.
 * No chat endpoint stands in `connect-src`: the user's is not known when the page is built, and the page never asks it. The
 * run worker does, past its own guard (`src/seam/egress.ts`).
 * `frame-ancestors` cannot be set from a meta element; the README tells hosts to send it as a header.
 */
export const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self' blob:",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/** @returns {import('vite').Plugin} */
export const contentSecurityPolicy = () => ({
  name: 'hopscope:content-security-policy',
  apply: 'build',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY },
      injectTo: 'head-prepend',
    },
  ],
});
