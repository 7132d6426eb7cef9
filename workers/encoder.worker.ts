import '../src/seam/guarded';
import * as Comlink from 'comlink';
import { encoderApi } from '../src/models/encoder-api';

Comlink.expose(encoderApi);
