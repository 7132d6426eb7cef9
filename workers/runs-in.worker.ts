import '../src/seam/guarded';
import { expose } from 'comlink';
import { runsInApi } from '../src/runs-in/runs-in-api';

expose(runsInApi);
