import type { AgentPrompt } from './prompt';

/** The requirement register, in words: added to the agent's prompt. */
export const EXECUTION_RAG = {
  id: 'execution-rag/1',
  title: 'Keep a register of what has to be known',
  system: `Besides the tools there is a register: the facts that have to be known before the question can be answered. Each item has an id, a text and a status:
- "active": what you are looking for now; there is one.
- "pending": to be looked for later.
- "resolved": a chunk states it; "note" says what, "support" lists the ids of the chunks that state it.
- "retired": not needed any more; "reason" says why.
After each round you are asked what has changed. Your proposal is checked: what breaks a rule is not applied, and you are told so.
Search for the active item. An answer counts only when no item is active or pending.`,
  examples: [],
  later: {
    start: `Before you search: write down which facts have to be known to answer the question. One item is one fact that a single chunk could state, written as a question that can be understood by itself. Put them in the order in which they can be found; usually there are one to five. Use names from the question{seed}. Do not answer anything yet.
Reply with JSON and nothing else. For the question "In which valley does the inventor of the tide organ live?" it would be:
{"requirements": ["Who invented the tide organ?", "In which valley does the inventor of the tide organ live?"]}`,
    seed: ' and from the documents above, where they clearly speak of the same thing',
    update: `What do the last results change in the register? Reply with JSON and nothing else, naming only the items that change:
{"updates": [{"id": "r1", "status": "resolved", "note": "Suri Dane invented it", "support": ["tide-organ#0"]}]}
- "resolved" needs the fact in "note" and, in "support", at least one chunk id that your searches brought and whose text states it. That a chunk names the same thing is not enough.
- "retired" needs a "reason".
- Before another item becomes "active", the one that is active has to become something else.
- Items cannot be added, deleted or reworded. Earlier support stays.
If nothing changes: {"updates": []}`,
    first: 'The register:',
    changed: 'The register, items that changed:',
    replay: 'The register:',
    refused: 'Not applied:',
    active: 'Search for {id} now.',
    closed: 'No item is open. Answer the question now.',
    fixed:
      'In this run the register stays as it is: take it as a plan, and answer as soon as you have read what is needed.',
    early: 'That answer does not count yet, as these items are open: {open}.',
    unreadable:
      'No JSON of the form that was asked for could be read in your reply. Reply with that JSON and nothing else.',
  },
} as const satisfies AgentPrompt;
