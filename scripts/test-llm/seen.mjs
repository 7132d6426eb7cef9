/**
 * What a conversation has shown: passages, results of tools, the register. Read back from the app's own forms
 * (`src/systems/prompts/passages.ts`, `src/systems/agent/tools.ts`, `src/systems/register/injection.ts`).
 * @typedef {import('./labelled.mjs').Shown} Shown
 * @typedef {{ role: string, content: string, calls: { name: string, arguments: Record<string, unknown> }[] }} Message
 */

/** @param {string} text */
const parsed = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Messages of a request, whatever form they came in. @param {any} body @returns {Message[]} */
export const messagesOf = (body) =>
  (Array.isArray(body?.messages) ? body.messages : []).map((/** @type {any} */ message) => ({
    role: String(message.role),
    content: typeof message.content === 'string' ? message.content : '',
    calls: (message.tool_calls ?? []).map((/** @type {any} */ call) => ({
      name: String(call.function?.name),
      arguments: parsed(String(call.function?.arguments)) ?? {},
    })),
  }));

/** The passages between tags, in order. @param {string} text @returns {Shown[]} */
export const passagesIn = (text) =>
  [...text.matchAll(/<passage n="\d+" title="([^"]*)">\n([\s\S]*?)\n<\/passage>/g)].map(
    ([, title = '', content = '']) => ({
      id: null,
      title: title.replaceAll('&quot;', '"').replaceAll('&lt;', '<'),
      text: content.replaceAll('&lt;', '<'),
      whole: true,
    }),
  );

/** The numbered passages of a judge's case. @param {string} text @returns {Shown[]} */
export const numberedIn = (text) =>
  text
    .split(/^Passages:$/m)
    .slice(1)
    .join('')
    .split(/\n(?=\[\d+\] )/)
    .flatMap((part) => {
      const [, content] = /^\s*\[\d+\] ([\s\S]*)$/.exec(part) ?? [];
      return content === undefined ? [] : [{ id: null, title: '', text: content.trim(), whole: true }];
    });

/** What tools have brought, in order; a chunk that was read comes again, whole. @param {readonly Message[]} messages @returns {Shown[]} */
export const broughtBy = (messages) =>
  messages
    .filter(({ role }) => role === 'tool' || role === 'user')
    .flatMap(({ content }) => [...content.matchAll(/<documents>\n(.*)\n<\/documents>/g)])
    .flatMap(([, json = '']) => {
      const value = parsed(json) ?? {};
      return [
        ...(value.results ?? []).map((/** @type {any} */ hit) => ({
          id: hit.id,
          title: hit.title ?? '',
          text: String(hit.snippet ?? '').replaceAll('…', ' '),
          whole: false,
        })),
        ...(value.chunks ?? []).map((/** @type {any} */ chunk) => ({
          id: chunk.id,
          title: chunk.title ?? '',
          text: chunk.text ?? '',
          whole: true,
        })),
      ];
    });

/** Calls that the model has made: natively, or as JSON in its words. @param {readonly Message[]} messages */
export const callsIn = (messages) =>
  messages
    .filter(({ role }) => role === 'assistant')
    .flatMap(({ content, calls }) => {
      const [json] = /\{"calls"[\s\S]*\}/.exec(content) ?? [];
      const written = json === undefined ? [] : (parsed(json)?.calls ?? []);
      return [
        ...calls,
        ...written.map((/** @type {any} */ call) => ({ name: call.tool, arguments: call.arguments ?? {} })),
      ];
    });

/**
 * The register as it was last told, item by item. `refused`: ids whose change was not applied, ever.
 * @param {readonly Message[]} messages
 */
export const registerIn = (messages) => {
  /** @type {Map<string, { id: string, status: string, text: string, support?: string[] }>} */
  const items = new Map();
  /** @type {Set<string>} */
  const refused = new Set();
  for (const { role, content } of messages) {
    if (role !== 'user') continue;
    for (const [, block = ''] of content.matchAll(
      /^The register(?:, items that changed)?:\n((?:\{.*\}\n?)+)/gm,
    ))
      for (const line of block.split('\n')) {
        const item = parsed(line);
        if (typeof item?.id === 'string' && typeof item.status === 'string') items.set(item.id, item);
      }
    for (const [, block = ''] of content.matchAll(/^Not applied:\n((?:\S+: .*\n?)+)/gm))
      for (const [, id = ''] of block.matchAll(/^(\S+): /gm)) refused.add(id);
  }
  return { items: [...items.values()], refused };
};
