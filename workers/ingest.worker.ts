import '../src/seam/guarded';
import { expose } from 'comlink';
import { ingestApi } from '../src/ingest/ingest-api';

expose(ingestApi);
