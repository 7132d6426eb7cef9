/** The tools of the agent systems (design 04): two searches and a reader, all over the run's own corpus. */
import type { Chunk } from '../../domain/corpus';
import type { ToolCall, ToolSpec } from '../../domain/llm';
import { DATA_CLOSES, DATA_OPENS } from '../prompts/words';
import { queryKey } from '../query-key';
import { type Episode, SEARCH_TOOLS, type SearchTool } from '../system';
import { DEFAULT_TOP_K, MAX_READ, MAX_TOP_K, readArguments, searchArguments } from './arguments';
import { snippet } from './snippet';

export const READ_TOOL = 'read_chunk';

const SEARCHES: Record<SearchTool, string> = {
  keyword_search: 'Finds chunks by the words they share with the query; rare words and names weigh most.',
  semantic_search: 'Finds chunks by meaning: ask in a phrase or a short question.',
};

const searchSpec = (name: SearchTool): ToolSpec => ({
  name,
  description: `${SEARCHES[name]} Brings chunk ids with short snippets.`,
  parameters: {
    type: 'object',
    properties: {
      query: { type: 'string', description: 'What to look for: one fact, names in full.' },
      top_k: {
        type: 'integer',
        minimum: 1,
        maximum: MAX_TOP_K,
        default: DEFAULT_TOP_K,
        description: 'How many chunks to bring.',
      },
    },
    required: ['query'],
  },
});

const READ_SPEC: ToolSpec = {
  name: READ_TOOL,
  description: 'Brings chunks in full, by the ids that a search has brought.',
  parameters: {
    type: 'object',
    properties: {
      chunk_ids: {
        type: 'array',
        items: { type: 'string' },
        minItems: 1,
        maxItems: MAX_READ,
        description: 'Ids of the chunks to read.',
      },
    },
    required: ['chunk_ids'],
  },
};

/** The tools of a run: the searches that its retriever has, and the reader. */
export const toolSpecs = (searchTools: readonly SearchTool[]): ToolSpec[] => [
  ...SEARCH_TOOLS.filter((name) => searchTools.includes(name)).map(searchSpec),
  READ_SPEC,
];

/**
 * Corpus text as a model gets it: JSON between tags. A quote in it is escaped by JSON and a `<` by us, so that nothing in
 * a document can end the data and speak in another's name.
 */
const asData = (value: unknown): string =>
  `${DATA_OPENS}\n${JSON.stringify(value).replaceAll('<', '\\u003c')}\n${DATA_CLOSES}`;

const whole = ({ id, title, heading, text }: Chunk) => ({
  id,
  title,
  ...(heading === '' || heading === title ? {} : { heading }),
  text,
});
const glimpse = ({ id, title, text }: Chunk, query: string) => ({ id, title, snippet: snippet(text, query) });

export interface Toolbox {
  specs: ToolSpec[];
  /** Chunk ids that searches of this question have shown. */
  retrieved: ReadonlySet<string>;
  /** Carries a call out and returns what the model is told. A wrong call is told what is wrong with it. */
  run(call: ToolCall): Promise<string>;
  /** The first search of a register: the whole question on the run's own retriever, top k. */
  seed(): Promise<string>;
}

export const createToolbox = (episode: Episode): Toolbox => {
  const specs = toolSpecs(episode.searchTools);
  const retrieved = new Set<string>();
  /** By tool and key of the query: what the search has shown. */
  const earlier = new Map<string, string[]>();

  const show = async (ids: readonly string[], query: string) => {
    for (const id of ids) retrieved.add(id);
    return ids.length === 0 ? [] : (await episode.passages(ids)).map((chunk) => glimpse(chunk, query));
  };

  const search = async (tool: SearchTool, call: ToolCall): Promise<string> => {
    const checked = searchArguments(call);
    if (!checked.ok) return asData({ error: checked.error });
    const { query, topK } = checked.value;
    const slot = `${tool} ${queryKey(query)}`;
    const before = earlier.get(slot);
    const { hits, duplicateOf } = await episode.search({
      query,
      purpose: 'agent',
      hop: null,
      tool,
      shown: before?.length ?? topK,
    });
    if (duplicateOf !== null && before !== undefined)
      return asData({
        duplicate: true,
        chunk_ids: before,
        note: 'This query was asked on this tool before, and was not run again: these are the chunks it brought. Read one of them, or search in other words.',
      });
    const ids = hits.flatMap(({ chunk }) => (chunk === '' ? [] : [chunk])).slice(0, topK);
    earlier.set(slot, ids);
    const results = await show(ids, query);
    return asData(
      results.length > 0 ? { results } : { results, note: 'Nothing was found: use other words.' },
    );
  };

  const read = async (call: ToolCall): Promise<string> => {
    const checked = readArguments(call);
    if (!checked.ok) return asData({ error: checked.error });
    const known = checked.value.filter((id) => retrieved.has(id));
    const unknown = checked.value.filter((id) => !retrieved.has(id));
    episode.open(known, unknown);
    const chunks = known.length === 0 ? [] : await episode.passages(known);
    return asData({
      chunks: chunks.map(whole),
      ...(unknown.length === 0
        ? {}
        : { error: `Only chunks that a search has brought can be read, and not ${unknown.join(', ')}.` }),
    });
  };

  return {
    specs,
    retrieved,
    async run(call) {
      const tool = episode.searchTools.find((name) => name === call.name);
      if (tool !== undefined) return search(tool, call);
      if (call.name === READ_TOOL) return read(call);
      const names = specs.map(({ name }) => name).join(', ');
      return asData({ error: `There is no tool "${call.name.slice(0, 60)}". The tools are ${names}.` });
    },
    async seed() {
      const { question, k } = episode;
      const { hits } = await episode.search({
        query: question.text,
        purpose: 'question',
        hop: null,
        shown: k,
      });
      const ids = hits.flatMap(({ chunk }) => (chunk === '' ? [] : [chunk])).slice(0, k);
      return asData({ results: await show(ids, question.text) });
    },
  };
};
