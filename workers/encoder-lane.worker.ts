import '../src/seam/guarded';
import * as Comlink from 'comlink';
import { encoderLaneApi } from '../src/models/encoder-lane-api';

Comlink.expose(encoderLaneApi);
