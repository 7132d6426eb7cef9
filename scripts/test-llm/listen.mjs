import { createServer } from 'node:http';

/**
 * An endpoint behind a socket on the loopback interface.
 * @param {ReturnType<typeof import('./endpoint.mjs').createEndpoint>} endpoint @param {number} [port] 0: any that is free
 * @returns {Promise<{ url: string, close: () => Promise<void> }>} `url`: the base address, ending in /v1
 */
export const listen = async (endpoint, port = 0) => {
  const server = createServer((request, response) => {
    /** @type {Buffer[]} */
    const parts = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
      );
      const sent = endpoint.answer({
        method: request.method ?? 'GET',
        path: new URL(request.url ?? '/', 'http://localhost').pathname,
        headers,
        body: Buffer.concat(parts).toString('utf8'),
      });
      // A call that hangs is held open until the other side gives it up.
      if (sent === null) return;
      response.writeHead(sent.status, sent.headers);
      response.end(sent.body);
    });
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(undefined));
  });
  const address = server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `http://127.0.0.1:${bound}/v1`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};
