import '../src/seam/guarded';
import * as Comlink from 'comlink';
import { classifierApi } from '../src/judge/classifier-api';

Comlink.expose(classifierApi);
