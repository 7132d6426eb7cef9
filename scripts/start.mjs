import { join } from 'node:path';
import { build } from 'vite';
import { serve } from './serve.mjs';

const root = join(import.meta.dirname, '..');
const FIRST_PORT = 4173;

console.log('Building Hopscope…');
await build({ root, logLevel: 'warn' });

for (let port = FIRST_PORT; ; port += 1) {
  try {
    const { url } = await serve(join(root, 'dist'), { port });
    console.log(`Hopscope is at ${url}  (Ctrl-C to stop)`);
    break;
  } catch (error) {
    const code = /** @type {{ code?: string }} */ (error).code;
    if (code !== 'EADDRINUSE' || port > FIRST_PORT + 20) throw error;
  }
}
