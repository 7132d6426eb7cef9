/** How gold passages were found, and what files are used as. */
import type { MappingMethod, MappingStatus } from '../../domain/mapping';
import type { FileRole } from '../../domain/seam';
import { type TermText, term } from './term';

export const MAPPING: Record<MappingStatus, TermText> = {
  mapped: term(
    'mapping-mapped',
    'mapped',
    '●',
    'present',
    'The gold passage was found in the corpus; the method says how.',
  ),
  ambiguous: term(
    'mapping-ambiguous',
    'ambiguous',
    '≈',
    'drift',
    'Several documents match the gold passage: it counts as mapped, any of them is a hit, and a person should decide.',
  ),
  unmapped: term(
    'mapping-unmapped',
    'unmapped',
    '∅',
    'absent',
    'No chunk matches the gold passage: the document is missing or was parsed away.',
  ),
  notInCorpus: term(
    'mapping-removed',
    'not in corpus',
    '∅',
    'absent',
    'The labels themselves say that the passage was removed from the corpus.',
  ),
};

export const METHOD: Record<MappingMethod, TermText> = {
  offset: term(
    'method-offset',
    'offset',
    '●',
    'neutral',
    'The labels carry the document and the character range.',
  ),
  'document-id': term(
    'method-document',
    'document id',
    '●',
    'neutral',
    'The labels name the document; its chunks are the gold chunk set.',
  ),
  exact: term(
    'method-exact',
    'exact',
    '●',
    'neutral',
    'The normalised gold text is contained word for word.',
  ),
  fingerprint: term(
    'method-fingerprint',
    'fingerprint',
    '●',
    'neutral',
    'One of three 40-character windows (start, middle, end) of the gold text occurs.',
  ),
  ngram: term(
    'method-ngram',
    '8-gram',
    '●',
    'neutral',
    'At least half of the gold text’s word 8-grams occur.',
  ),
  'by-hand': term('method-hand', 'by hand', '●', 'neutral', 'A person marked the passage.'),
};

export const ROLE: Record<FileRole, string> = {
  corpus: 'documents',
  questions: 'questions',
  both: 'documents and questions',
  qrels: 'relevance labels',
  ignore: 'leave out',
};
