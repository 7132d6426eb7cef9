import { describe, expect, it } from 'vitest';
import type { ProviderId } from '../../src/domain/chat-config';
import { isLocal, isThisDevice, normaliseAddress } from '../../src/llm/address';
import { PRESETS, presetOf } from '../../src/llm/presets';

describe('an address comes to one base', () => {
  it.each<[ProviderId, string, string]>([
    ['openai', 'https://api.openai.com', 'https://api.openai.com/v1'],
    ['openai', 'https://api.openai.com/', 'https://api.openai.com/v1'],
    ['openai', 'https://api.openai.com/v1', 'https://api.openai.com/v1'],
    ['openai', 'https://api.openai.com/v1/', 'https://api.openai.com/v1'],
    ['openai', 'https://api.openai.com//v1//', 'https://api.openai.com/v1'],
    ['openai', 'https://api.openai.com/v1/chat/completions', 'https://api.openai.com/v1'],
    ['openai', 'https://api.openai.com/v1/chat/completions/', 'https://api.openai.com/v1'],
    ['openai', 'https://api.openai.com/chat/completions', 'https://api.openai.com/v1'],
    ['openai', 'https://api.openai.com/v1/models', 'https://api.openai.com/v1'],
    ['openai', 'https://api.openai.com/v1/models/gpt-4o', 'https://api.openai.com/v1'],
    ['openai', 'HTTPS://API.OpenAI.com/v1#here', 'https://api.openai.com/v1'],
    ['openai', ' "https://api.openai.com/v1" ', 'https://api.openai.com/v1'],
    ['openai', 'api.openai.com', 'https://api.openai.com/v1'],
    ['openai', 'api.openai.com/v1', 'https://api.openai.com/v1'],
    ['openai', 'localhost:11434', 'http://localhost:11434/v1'],
    ['openai', 'http://localhost:11434/api/chat', 'http://localhost:11434/v1'],
    ['openai', '127.0.0.1:8080/v1', 'http://127.0.0.1:8080/v1'],
    ['openai', '0.0.0.0:8000', 'http://127.0.0.1:8000/v1'],
    ['openai', '[::1]:8080', 'http://[::1]:8080/v1'],
    ['openai', 'workstation:1234', 'http://workstation:1234/v1'],
    ['openai', 'gpu.local:1234', 'http://gpu.local:1234/v1'],
    ['openai', '192.168.1.20:1234', 'http://192.168.1.20:1234/v1'],
    ['openai', 'https://llm.example:443/v1', 'https://llm.example/v1'],
    ['openai', 'https://openrouter.ai/api', 'https://openrouter.ai/api/v1'],
    ['openai', 'https://api.groq.com/openai/v1/chat/completions', 'https://api.groq.com/openai/v1'],
    ['openai', 'https://llm.example/serve/chat/completions', 'https://llm.example/serve'],
    ['openai', 'https://api.z.example/api/paas/v4', 'https://api.z.example/api/paas/v4'],
    [
      'openai',
      'https://generativelanguage.googleapis.com/v1beta/openai/',
      'https://generativelanguage.googleapis.com/v1beta/openai',
    ],
    ['openai', 'https://gate.example/v1/acct1/mine/openai', 'https://gate.example/v1/acct1/mine/openai'],
    ['anthropic', 'https://api.anthropic.com', 'https://api.anthropic.com/v1'],
    ['anthropic', 'https://api.anthropic.com/v1/messages', 'https://api.anthropic.com/v1'],
    ['anthropic', 'https://api.anthropic.com/v1/', 'https://api.anthropic.com/v1'],
    ['gemini', 'generativelanguage.googleapis.com', 'https://generativelanguage.googleapis.com/v1beta'],
    [
      'gemini',
      'https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash:generateContent',
      'https://generativelanguage.googleapis.com/v1beta',
    ],
  ])('%s %s', (provider, typed, base) => {
    expect(normaliseAddress(typed, provider)).toBe(base);
    // Without a version, only the whole address of a call says that there is none.
    if (/\/v\d/.test(base)) expect(normaliseAddress(base, provider)).toBe(base);
  });
});

describe('what is no address gets one sentence', () => {
  it.each<[string, RegExp]>([
    ['', /is missing/],
    ['  ', /is missing/],
    ['gpt-4o-mini', /name of a model/],
    ['gpt-4.1', /name of a model/],
    ['llama3.1:8b', /name of a model/],
    ['qwen2.5:7b-instruct', /name of a model/],
    ['meta-llama/Llama-3.1-8B-Instruct', /name of a model/],
    ['claude-sonnet-4-5', /name of a model/],
    ['hf.co/owner/Model-GGUF:Q4_K_M', /holds models/],
    ['https://huggingface.co/owner/model', /holds models/],
    ['https://api.openai.com/v1/gpt-4o', /goes on with “gpt-4o” after \/v1/],
    ['ftp://llm.example', /not with ftp:/],
    ['https://', /is no address/],
    ['https://ex ample.com', /is no address/],
    ['https://user:pass@llm.example/v1', /user name or password/],
    ['https://llm.example/v1?key=abc', /goes on with/],
  ])('%j', (typed, message) => {
    expect(() => normaliseAddress(typed, 'openai')).toThrow(message);
    try {
      normaliseAddress(typed, 'openai');
    } catch (thrown) {
      expect(thrown).toMatchObject({ code: 'bad-input' });
      expect(String(thrown)).not.toMatch(/pass@|key=abc/);
    }
  });
});

describe('presets', () => {
  it.each(PRESETS.map((preset) => [preset.id, preset] as const))('%s is normalised', (_, preset) => {
    expect(normaliseAddress(preset.baseUrl, preset.provider)).toBe(preset.baseUrl);
    expect(presetOf(preset.baseUrl)).toBe(preset);
    expect(preset.local).toBe(isThisDevice(new URL(preset.baseUrl)));
    expect(preset.allowPage === null).toBe(!preset.local);
  });

  it('a local server is known by its port on other machines too; a stranger is not', () => {
    expect(presetOf('http://192.168.1.9:11434/v1')?.id).toBe('ollama');
    expect(presetOf('https://llm.example/v1')).toBeNull();
  });

  it.each<[string, boolean, boolean]>([
    ['http://localhost:1', true, true],
    ['http://app.localhost', true, true],
    ['http://127.0.0.5', true, true],
    ['http://[::1]:1', true, true],
    ['http://10.1.2.3', false, true],
    ['http://172.20.0.1', false, true],
    ['http://172.40.0.1', false, false],
    ['http://gpu', false, true],
    ['http://gpu.lan', false, true],
    ['http://[fd00::1]', false, true],
    ['http://[2001:db8::1]', false, false],
    ['http://localhost.example', false, false],
    ['http://10.example.com', false, false],
    ['https://127.0.0.1.example.com', false, false],
  ])('%s: this device %s, local %s', (address, device, local) => {
    expect([isThisDevice(new URL(address)), isLocal(new URL(address))]).toEqual([device, local]);
  });
});
