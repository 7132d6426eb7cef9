import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { isolationHeaders } from './vite/shared.mjs';

/** @type {Record<string, string>} */
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.jsonl': 'application/x-ndjson; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.wasm': 'application/wasm',
  '.md': 'text/markdown; charset=utf-8',
};

/**
 * Serves a built folder on the loopback interface. The app is static: this is for local use and tests, any host will do.
 * @param {string} folder
 * @param {{ port?: number, path?: string, isolated?: boolean }} [options] `path`: serve under this sub-path, e.g. `/tools/hopscope/`
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export const serve = async (folder, { port = 0, path = '/', isolated = true } = {}) => {
  const server = createServer(async (request, response) => {
    const headers = isolated ? isolationHeaders : {};
    const asked = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    const inside = asked.startsWith(path) ? asked.slice(path.length) : null;
    const file =
      inside === null
        ? null
        : normalize(join(folder, inside === '' || inside.endsWith('/') ? `${inside}index.html` : inside));
    const known = file?.startsWith(normalize(folder) + sep) ? await stat(file).catch(() => null) : null;
    if (file === null || !known?.isFile()) {
      response.writeHead(404, { 'Content-Type': 'text/plain', ...headers });
      response.end('not found');
      return;
    }
    response.writeHead(200, {
      'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
      'Content-Length': known.size,
      'Cache-Control': 'no-cache',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "frame-ancestors 'none'",
      ...headers,
    });
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(undefined));
  });
  const address = server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `http://127.0.0.1:${bound}${path}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};
