import '../src/seam/guarded';
import * as Comlink from 'comlink';
import { classifierLaneApi } from '../src/models/classifier/lane-api';

Comlink.expose(classifierLaneApi);
