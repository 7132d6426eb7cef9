/** What became of a question, a hop, a gold passage (design 05). */
import type { Cell, CertificateLevel, Verdict } from '../../domain/diagnosis';
import { type TermText, term } from './term';

export const VERDICT: Record<Verdict, TermText> = {
  pass: term('pass', 'pass', '●', 'present', 'Every gold passage was retrieved and the answer is right.'),
  'evidence-complete': term(
    'evidence-complete',
    'evidence complete',
    '●',
    'present',
    'Every gold passage was retrieved; the run gives no answers, so whether it would answer rightly is not known.',
  ),
  'hop-miss': term(
    'hop-miss',
    'hop miss',
    '○',
    'retrieval',
    'Some but not all gold passages were retrieved: the chain breaks at the missing hops. Another retrieval step is the fix.',
  ),
  'total-miss': term(
    'total-miss',
    'total miss',
    '⊘',
    'total',
    'None of several gold passages was retrieved: look at the indexing, then at the query of the first hop.',
  ),
  'missing-document': term(
    'missing-document',
    'missing document',
    '▢',
    'document',
    'One gold passage, not retrieved, and no other chunk of its document either: indexing, embedding or vocabulary.',
  ),
  'wrong-chunk': term(
    'wrong-chunk',
    'wrong chunk',
    '◫',
    'chunk',
    'One gold passage, not retrieved, but another chunk of its document was: chunking or ranking.',
  ),
  'composition-miss': term(
    'composition-miss',
    'composition miss',
    '✕',
    'compose',
    'Every gold passage was retrieved, the answer is wrong: reason and verify, do not change retrieval.',
  ),
  unmapped: term(
    'unmapped',
    'unmapped',
    '∅',
    'absent',
    'A gold passage has no chunk in the corpus: a matter of ingestion, so retrieval is not judged.',
  ),
  'null-refused': term(
    'null-refused',
    'rightly refused',
    '–',
    'present',
    'The question is marked unanswerable, and the system abstained.',
  ),
  'null-hallucinated': term(
    'null-hallucinated',
    'made up',
    '✕',
    'compose',
    'The question is marked unanswerable, and the system asserted something.',
  ),
  'null-unanswered': term(
    'null-unanswered',
    'unanswerable',
    '–',
    'gaveup',
    'The question is marked unanswerable and this run gives no answers: counted, but in no denominator.',
  ),
  unlabelled: term(
    'unlabelled',
    'unlabelled',
    '?',
    'neutral',
    'No gold passage is labelled, so no verdict is possible: mark its gold passages by searching and clicking.',
  ),
};

export const CELL: Record<Cell, TermText> = {
  'fact-present': term(
    'fact-present',
    'fact present',
    '●',
    'present',
    'The gold passage was retrieved, and the judge finds the fact in what was retrieved.',
  ),
  'extraction-failure': term(
    'extraction-failure',
    'extraction failure',
    '▤',
    'extraction',
    'The gold passage was retrieved, but the judge finds the fact in nothing that was retrieved.',
  ),
  'alternate-evidence': term(
    'alternate-evidence',
    'other evidence',
    '◇',
    'alternate',
    'The gold passage was not retrieved, but the judge finds the fact in another retrieved passage.',
  ),
  'retrieval-failure': term(
    'retrieval-failure',
    'retrieval failure',
    '○',
    'retrieval',
    'The gold passage was not retrieved, and the judge finds the fact in nothing else that was.',
  ),
};

/** Outcome of a hop as far as retrieval alone can tell. */
export const HOP = {
  retrieved: term(
    'hop-retrieved',
    'retrieved',
    '●',
    'present',
    'All gold passages of this hop are among the retrieved chunks.',
  ),
  missed: term(
    'hop-missed',
    'not retrieved',
    '○',
    'retrieval',
    'A gold passage of this hop is not among the retrieved chunks.',
  ),
  drift: term(
    'search-drift',
    'search drift',
    '◐',
    'drift',
    'Not retrieved in this run, yet certified reachable under the same retriever: it was not asked for in the right words.',
  ),
  notInCorpus: term(
    'hop-not-in-corpus',
    'not in the corpus',
    '∅',
    'absent',
    'The gold passage of this hop was never indexed.',
  ),
  unlabelled: term(
    'hop-unlabelled',
    'no gold',
    '?',
    'neutral',
    'No gold passage is labelled for this hop, or this run cannot tell.',
  ),
  neverAsked: term('never-asked', 'never asked', '–', 'gaveup', 'The run made no search for this hop.'),
} as const;

export const CERTIFICATE: Record<CertificateLevel | 'none' | 'notInCorpus', TermText> = {
  A: term(
    'certificate-a',
    'A · recovered',
    '●',
    'present',
    'This run itself retrieved the passage within k.',
  ),
  B: term(
    'certificate-b',
    'B · another run',
    '◐',
    'drift',
    'Another run on the same question and retriever retrieved it within k: this run drifted.',
  ),
  C: term(
    'certificate-c',
    'C · ideal query',
    '◐',
    'drift',
    'The sub-question with gold bridge answers filled in retrieves it within k: reachable by the ideal query.',
  ),
  D: term(
    'certificate-d',
    'D · reformulated',
    '◐',
    'drift',
    'A reformulation (keywords, entity + relation, title) retrieves it within k: reachable by some query.',
  ),
  none: term(
    'unreached',
    'unreached',
    '○',
    'retrieval',
    'No query has retrieved it within k yet. This proves nothing: some other query may.',
  ),
  notInCorpus: term(
    'certificate-absent',
    'not in the corpus',
    '∅',
    'absent',
    'The gold passage has no chunk in the corpus, so there is nothing to retrieve.',
  ),
};
