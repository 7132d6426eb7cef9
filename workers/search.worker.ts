import '../src/seam/guarded';
import { expose } from 'comlink';
import { searchApi } from '../src/retrieval/search-api';

expose(searchApi);
