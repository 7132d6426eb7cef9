/**
 * Every term of the interface, once: label, sign, tone (one colour a failure kind) and a definition in one line.
 * Chips, bars, charts, tooltips and the glossary screen all read from here. Definitions: design 05.
 */
import { ANSWER_VERDICT } from './messages/answers';
import { ANSWER_STATE, CATEGORY, COLUMN } from './messages/categories';
import { MAPPING, METHOD, ROLE } from './messages/corpus';
import { CELL, CERTIFICATE, HOP, VERDICT } from './messages/outcomes';
import { ABLATION } from './messages/planner';
import { JUDGE_STANDING, PRESENCE } from './messages/presence';
import { PREMATURE, REGISTER_STATUS } from './messages/register';
import { INTERVENTION, POLICY, RETRIEVER, RUN_STATE, SYSTEM, systemLabel } from './messages/runs';
import type { TermText, Tone } from './messages/term';
import { CRITERION, WORD } from './messages/words';

export type { TermText, Tone };
export {
  ANSWER_STATE,
  CATEGORY,
  CELL,
  CERTIFICATE,
  COLUMN,
  CRITERION,
  HOP,
  INTERVENTION,
  JUDGE_STANDING,
  MAPPING,
  METHOD,
  POLICY,
  PRESENCE,
  RETRIEVER,
  ROLE,
  RUN_STATE,
  SYSTEM,
  systemLabel,
  VERDICT,
  WORD,
};

/** Groups of the glossary, in reading order. */
export const GLOSSARY: { title: string; terms: TermText[] }[] = [
  { title: 'Words', terms: Object.values(WORD) },
  { title: 'Verdict of a question', terms: Object.values(VERDICT) },
  { title: 'What became of an answer', terms: Object.values(ANSWER_STATE) },
  { title: 'What a judge says of an answer', terms: Object.values(ANSWER_VERDICT) },
  { title: 'Two readings of the causes', terms: Object.values(COLUMN) },
  { title: 'Outcome of a hop', terms: [...Object.values(CELL), ...Object.values(HOP)] },
  { title: 'Requirement register', terms: [...Object.values(REGISTER_STATUS), PREMATURE] },
  { title: 'Fact presence', terms: [...Object.values(PRESENCE), ...Object.values(JUDGE_STANDING)] },
  { title: 'When gold counts as retrieved', terms: Object.values(CRITERION) },
  { title: 'Certificates of reachability', terms: Object.values(CERTIFICATE) },
  { title: 'Gold passage → chunk mapping', terms: [...Object.values(MAPPING), ...Object.values(METHOD)] },
  { title: 'Retrievers', terms: Object.values(RETRIEVER) },
  { title: 'Systems', terms: Object.values(SYSTEM) },
  { title: 'Interventions', terms: [...Object.values(INTERVENTION), ...Object.values(POLICY)] },
  { title: 'Ablations of the register', terms: Object.values(ABLATION) },
  { title: 'State of a run', terms: Object.values(RUN_STATE) },
];

/** The term with this id; undefined: none has it. */
export const termOf = (id: string): TermText | undefined =>
  GLOSSARY.flatMap(({ terms }) => terms).find((term) => term.id === id);
