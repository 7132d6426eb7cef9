/** Every prompt of the systems that are a chain of prompts, in the order of the systems: what the app shows. */
import { ANSWER } from './answer';
import { COMPOSE } from './compose';
import { DECOMPOSE } from './decompose';
import { DIRECT } from './direct';
import { IRCOT } from './ircot';
import { MULTI_QUERY } from './multi-query';
import type { Prompt } from './prompt';
import { REPHRASE } from './rephrase';
import { SELF_ASK } from './self-ask';

export const PROMPTS: readonly Prompt[] = [
  DIRECT,
  ANSWER,
  MULTI_QUERY,
  DECOMPOSE,
  COMPOSE,
  SELF_ASK,
  REPHRASE,
  IRCOT,
];
