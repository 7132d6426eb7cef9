/** Services and local servers by name, so that nobody has to look up an address. */
import type { ProviderId } from '../domain/chat-config';

export interface Preset {
  id: string;
  name: string;
  provider: ProviderId;
  /** Normalised: `normaliseAddress` leaves it as it is. */
  baseUrl: string;
  needsKey: boolean;
  /** Runs on the user's own machine. */
  local: boolean;
  /** Where a key is made, or how the server is started. */
  hint: string;
  /** For local servers: the setting that lets a page ask it; `origin` is the page's. */
  allowPage: ((origin: string) => string) | null;
}

const hosted = (
  id: string,
  name: string,
  baseUrl: string,
  hint: string,
  provider: ProviderId = 'openai',
): Preset => ({ id, name, provider, baseUrl, needsKey: true, local: false, hint, allowPage: null });

const local = (
  id: string,
  name: string,
  baseUrl: string,
  hint: string,
  allowPage: (origin: string) => string,
): Preset => ({ id, name, provider: 'openai', baseUrl, needsKey: false, local: true, hint, allowPage });

export const PRESETS: readonly Preset[] = [
  hosted('openai', 'OpenAI', 'https://api.openai.com/v1', 'Keys: platform.openai.com, API keys.'),
  hosted(
    'anthropic',
    'Anthropic',
    'https://api.anthropic.com/v1',
    'Keys: console.anthropic.com, API keys.',
    'anthropic',
  ),
  hosted(
    'gemini',
    'Google Gemini',
    'https://generativelanguage.googleapis.com/v1beta',
    'Keys: aistudio.google.com, Get API key.',
    'gemini',
  ),
  hosted('openrouter', 'OpenRouter', 'https://openrouter.ai/api/v1', 'Keys: openrouter.ai, Keys.'),
  hosted('mistral', 'Mistral', 'https://api.mistral.ai/v1', 'Keys: console.mistral.ai, API keys.'),
  hosted('groq', 'Groq', 'https://api.groq.com/openai/v1', 'Keys: console.groq.com, API keys.'),
  hosted('together', 'Together', 'https://api.together.xyz/v1', 'Keys: api.together.ai, Settings.'),
  hosted(
    'fireworks',
    'Fireworks',
    'https://api.fireworks.ai/inference/v1',
    'Keys: app.fireworks.ai, API keys.',
  ),
  hosted('deepseek', 'DeepSeek', 'https://api.deepseek.com/v1', 'Keys: platform.deepseek.com, API keys.'),
  hosted('xai', 'xAI', 'https://api.x.ai/v1', 'Keys: console.x.ai, API keys.'),
  hosted(
    'huggingface',
    'Hugging Face Inference',
    'https://router.huggingface.co/v1',
    'Keys: huggingface.co, Access tokens, with the right to make inference calls.',
  ),
  local(
    'ollama',
    'Ollama',
    'http://localhost:11434/v1',
    'Start it with “ollama serve” and fetch a model with “ollama pull”. Its default context is short: raise OLLAMA_CONTEXT_LENGTH, or long requests are cut without a word.',
    (origin) =>
      `Set the environment variable OLLAMA_ORIGINS=${origin} where Ollama runs, then start Ollama again.`,
  ),
  local(
    'lm-studio',
    'LM Studio',
    'http://localhost:1234/v1',
    'Start the server in its Developer tab, or with “lms server start”.',
    () =>
      'In LM Studio, Developer tab, Server Settings: switch “Enable CORS” on (or start it with “lms server start --cors”).',
  ),
  local(
    'llama-cpp',
    'llama.cpp',
    'http://localhost:8080/v1',
    'Start it with “llama-server -m model.gguf --jinja”; without --jinja it calls no tools.',
    (origin) =>
      `llama-server allows every page by itself: use a current build, and where a proxy stands before it, let that answer with Access-Control-Allow-Origin: ${origin}. With the server of llama-cpp-python nothing is to be set either.`,
  ),
  local(
    'vllm',
    'vLLM',
    'http://localhost:8000/v1',
    'Start it with “vllm serve MODEL”; for tools add --enable-auto-tool-choice and --tool-call-parser.',
    (origin) => `Start vLLM with --allowed-origins '["${origin}"]'.`,
  ),
];

/** The preset whose address it is; of local ones the port decides, because the host may be another machine. */
export const presetOf = (base: string): Preset | null => {
  const port = new URL(base).port;
  return (
    PRESETS.find(({ baseUrl }) => baseUrl === base) ??
    PRESETS.find((preset) => preset.local && port !== '' && new URL(preset.baseUrl).port === port) ??
    null
  );
};
