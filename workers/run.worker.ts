import '../src/seam/guarded';
import { expose } from 'comlink';
import { runWorkerApi } from '../src/judge/run-worker-api';

expose(runWorkerApi);
