import type { ToolSpec } from '../../domain/llm';
import type { AgentPrompt } from './prompt';
import { fill } from './words';

/** How tools are called where the endpoint has no protocol for it: as JSON in the reply. */
export const TEXT_TOOLS = {
  id: 'text-tools/1',
  title: 'Call tools as JSON in text',
  system: `You call tools by writing JSON. To call one or more, reply with this and nothing else, then wait for the results in the next message:
{"calls": [{"tool": "name of the tool", "arguments": {}}]}
For instance:
{"calls": [{"tool": "{example}", "arguments": {"query": "inventor of the tide organ"}}]}
Never write results yourself. The tools, with the JSON Schema of their arguments:
{tools}`,
  examples: [],
  later: { result: 'Result of call {number}, {tool}:' },
} as const satisfies AgentPrompt;

/** The part of the system message that stands in for native tools. */
export const textToolsFor = (specs: readonly ToolSpec[]): string =>
  fill(TEXT_TOOLS.system, {
    example: specs[0]?.name ?? '',
    tools: specs
      .map(({ name, description, parameters }) => `- ${name}: ${description} ${JSON.stringify(parameters)}`)
      .join('\n'),
  });
