/** Diagnosis (05): pure functions of question, trace, corpus and judgements; see `prepareRun`, then `diagnoseRun`. */
export { ageOf } from './age';
export { compareRuns } from './compare';
export { evidenceOf, type GoldIndex, indexGolds, type RunEvidence } from './evidence';
export { sameRetrievers } from './identities';
export type { AnswerJudgement, DiagnosisInput, PassageText } from './input';
export { compareInterventions } from './interventions';
export { judgedHopsOf } from './judged-hops';
export { prepareRun } from './prepare';
export type { PreparedRun } from './prepared';
export type { Candidates, PresenceInput } from './presence';
export { diagnoseQuestion, diagnoseRun, questionRows } from './run';
export { hasPresence, withPresence } from './with-presence';
