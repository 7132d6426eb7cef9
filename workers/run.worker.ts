import '../src/seam/guarded';
import { expose } from 'comlink';
import { runApi } from '../src/systems/run-api';

expose(runApi);
