/** What is said of the chat model outside the settings: whether there is one, and which text goes where. */

/** `openai|https://llm.example/v1|small`, the id of a model in a run's header, as a person would name it. */
export const modelLabel = (id: string): string => {
  const [, base, model, ...more] = id.split('|');
  if (base === undefined || model === undefined) return id;
  return [`${model} at ${base}`, ...more].join(', ');
};

/** The model alone, where there is no room for its address. */
export const modelName = (id: string): string => id.split('|')[2] ?? id;

export const NO_MODEL =
  'A language model is asked here, and none is set: choose one in Settings, then go on. What was made is kept.';

export const otherModel = (planned: string, set: string): string =>
  `This was begun with ${modelLabel(planned)}, and ${modelLabel(set)} is set now. Set the first again in Settings to go on, or start new runs with the other.`;

const HUB = 'huggingface.co';

/** Where text or requests may go, for the header: one short phrase, what is added where there is room, and all of it. */
export const egressWords = (to: {
  /** Of the chat model; null: none is set. */
  origin: string | null;
  /** An encoder or classifier of the Hub is chosen. */
  hub: boolean;
  /** The switch is on. */
  offline?: boolean;
}): { short: string; more: string; all: string } => {
  const { origin, hub } = to;
  if (to.offline === true)
    return {
      short: 'offline',
      more: ' · nothing may leave the page',
      all: 'Offline is switched on in Settings: nothing leaves the page, and runs that ask a language model wait.',
    };
  const files = `The chosen model files are read from ${HUB}; no text is sent there.`;
  if (origin === null)
    return hub
      ? { short: `may ask ${HUB}`, more: ' · for model files only', all: files }
      : {
          short: 'on this device',
          more: ' · nothing leaves the page',
          all: 'No language model is set, and no model of the Hub is chosen: nothing leaves the page.',
        };
  return {
    short: hub ? `may ask ${origin} and ${HUB}` : `may ask ${origin}`,
    more: ' · when a run asks the model',
    all: [
      `Runs that ask the language model, and the judging of answers, send text to ${origin}. A test of the connection sends a sentence of the app’s own there, and nothing else goes there.`,
      ...(hub ? [files] : []),
    ].join(' '),
  };
};

/** Before the first call of a run: which text is sent where. */
export const sentByRuns = (origin: string, searches: boolean): string =>
  searches
    ? `The questions and the passages found for them will be sent to ${origin}; labels and the rest of the documents are not.`
    : `The questions will be sent to ${origin}; no passage and no label is.`;

export const sentByJudging = (origin: string): string =>
  `The questions, their gold answers and the answers of these runs will be sent to ${origin}; no passage is.`;

export const modelLost = (keyGiven: boolean): string =>
  keyGiven
    ? 'The run worker was restarted and has forgotten the language model with its key.'
    : 'The run worker was restarted and has forgotten the language model.';
