/** Words of the settings of the language model. */
import type { ConnectionState, ProviderId } from '../../domain/chat-config';
import type { Tone } from './term';

export const PROVIDER_NAME: Record<ProviderId, string> = {
  openai: 'OpenAI chat completions',
  anthropic: 'Anthropic messages',
  gemini: 'Gemini generateContent',
};

/** How a finding looks before it is read. */
export const FOUND: Record<ConnectionState, { sign: string; tone: Tone; label: string }> = {
  ok: { sign: '●', tone: 'present', label: 'Works' },
  'bad-address': { sign: '✕', tone: 'total', label: 'Not an address' },
  'mixed-content': { sign: '✕', tone: 'total', label: 'Blocked by the browser' },
  'not-running': { sign: '○', tone: 'total', label: 'Nothing answers' },
  cors: { sign: '✕', tone: 'total', label: 'Does not let this page ask' },
  'cors-or-not-running': { sign: '○', tone: 'total', label: 'No answer that can be read' },
  'wrong-key': { sign: '✕', tone: 'total', label: 'Key refused' },
  'wrong-model': { sign: '◐', tone: 'drift', label: 'No such model' },
  'no-credit': { sign: '–', tone: 'drift', label: 'No credit' },
  busy: { sign: '◔', tone: 'drift', label: 'Too many calls' },
  'too-slow': { sign: '◔', tone: 'drift', label: 'Too slow' },
  failed: { sign: '✕', tone: 'total', label: 'Failed' },
};

export const MODEL_WORDS = {
  title: 'Language model',
  why: 'Asked by the systems that say so, and to judge answers. It is your key or your server: nothing of Hopscope’s stands in between.',
  preset: 'Service or server',
  own: 'another address',
  services: 'Services',
  local: 'On your machine',
  provider: 'Protocol',
  address: 'Address',
  addressHint: 'https://… or localhost:11434',
  model: 'Model',
  modelHint: 'name of the model',
  offers: (n: number): string => `The endpoint offers ${n}; type or choose one.`,
  key: 'Key',
  keyNone: 'none is needed',
  keyKept: 'given; type another to change it',
  keyHint:
    'The key goes to the run worker of this tab when you use the model, and this field is emptied. It is not stored unless you have it remembered: after a reload it is asked for again.',
  remember: 'Remember the key on this device',
  rememberWhy:
    'It is encrypted with your passphrase (PBKDF2 and AES-GCM) and kept in this browser for this address alone. The passphrase is kept nowhere: without it the key has to be typed again. Anyone who can use this browser can try passphrases, so take several words.',
  rememberDo: 'Remember',
  remembering: 'Encrypting …',
  passphrase: 'Passphrase',
  remembered: (base: string): string => `The key of ${base} is remembered on this device, encrypted.`,
  locked: (base: string): string =>
    `The key of ${base} is remembered on this device. Its passphrase unlocks it for this visit.`,
  unlock: 'Unlock',
  unlocking: 'Unlocking …',
  forgetRemembered: 'Forget the remembered key',
  tools: 'Tools are called',
  native: 'by the endpoint',
  nativeWhy: 'The model calls tools by the endpoint’s own protocol',
  text: 'as JSON in text',
  textWhy: 'For models and servers without tool calling: the call is written as text and read from it',
  advanced: 'Limits, seed and prices',
  concurrency: 'Calls at a time',
  trySeconds: 'Seconds for one try',
  totalSeconds: 'Seconds for a call with all tries',
  maxTries: 'Tries',
  seed: 'Seed',
  seedNone: 'none',
  prices: 'Prices per million tokens',
  pricesCheck:
    'A beginning, from price lists of late 2025: please check them against your provider’s before you rely on a cost or set a spending limit. The first row whose name matches counts; * stands for any characters. What runs on your own machines costs nothing unless a row says so.',
  currency: 'Currency',
  pattern: 'Model name',
  input: 'Input',
  cached: 'Cached input',
  output: 'Output',
  addRow: 'Add a row',
  removeRow: (pattern: string): string =>
    `Remove the prices of ${pattern === '' ? 'the empty row' : pattern}`,
  resetPrices: 'Back to the list of the app',
  test: 'Test connection',
  testing: 'Testing …',
  stopTest: 'Stop the test',
  use: 'Use this model',
  using: 'Setting …',
  forgetKey: 'Forget key',
  stop: 'Use no model',
  none: 'No language model is set: systems that ask one cannot be run, and nothing is sent anywhere.',
  askKey: (origin: string): string =>
    `The model at ${origin} was used here before. Its key is not remembered: type it again, then use the model.`,
  differs: 'What is typed below differs from what is set; it counts once you use it.',
  sends: (origin: string): string =>
    `A test sends one short sentence of Hopscope’s own to ${origin}, and nothing of yours. Runs send questions and passages there, and only there.`,
} as const;

export const inUse = (model: string, origin: string, keyGiven: boolean): string =>
  `In use: ${model} at ${origin}, ${keyGiven ? 'with the key you gave in this visit' : 'without a key'}.`;
