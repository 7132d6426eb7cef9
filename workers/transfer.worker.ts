import '../src/seam/guarded';
import { expose } from 'comlink';
import { transferApi } from '../src/workspace/archive/transfer-api';

expose(transferApi);
