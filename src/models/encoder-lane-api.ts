/** What an encoder lane exposes: token ids of some texts in, row-major unit vectors out. */
import { createLaneApi } from './lane-api';
import { openSession } from './session';

export const encoderLaneApi = createLaneApi(openSession, (vectors: Float32Array) => [vectors.buffer]);
