/** What a classifier lane exposes: rows of token ids in, logits out. */
import { createLaneApi } from '../lane-api';
import { type ClassifierResult, openClassifierSession } from './session';

export const classifierLaneApi = createLaneApi(
  openClassifierSession,
  ({ presence, spans }: ClassifierResult) => [
    presence.buffer,
    ...(spans === null ? [] : [spans.start.buffer, spans.end.buffer]),
  ],
);
