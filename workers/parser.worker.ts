import '../src/seam/guarded';
import * as Comlink from 'comlink';
import { parserApi } from '../src/ingest/parse/parser-api';

Comlink.expose(parserApi);
