/** A key at rest: opened by its passphrase alone, for its endpoint alone, and in the clear nowhere. */
import { createDecipheriv, pbkdf2Sync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type KeyPlace, type KeyRecord, readKeyRecord, sealKey, unsealKey } from '../../src/llm/key-vault';
import { KEY, thrownBy } from './fake';

const PASS = 'several quiet words';
const PLACE: KeyPlace = { provider: 'openai', base: 'https://llm.example/v1' };
const random = (bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> => crypto.getRandomValues(bytes);
const seal = (pass = PASS): Promise<KeyRecord> => sealKey(KEY, pass, PLACE, random);

describe('a key that is remembered', () => {
  it('opens with its passphrase, as it was', async () => {
    expect(await unsealKey(await seal(), PASS, PLACE)).toBe(KEY);
  });

  it('is what an independent implementation makes of the record, with at least 600,000 rounds', async () => {
    const { salt, iv, data, iterations, schema, provider, base } = await seal();
    expect(iterations).toBeGreaterThanOrEqual(600_000);
    expect([salt.length, iv.length]).toEqual([16, 12]);
    const key = pbkdf2Sync(PASS, salt, iterations, 32, 'sha256');
    const decipher = createDecipheriv('aes-256-gcm', key, iv);
    decipher.setAAD(Buffer.from(JSON.stringify([schema, provider, base, iterations])));
    decipher.setAuthTag(data.subarray(-16));
    expect(Buffer.concat([decipher.update(data.subarray(0, -16)), decipher.final()]).toString()).toBe(KEY);
  });

  it('holds neither key nor passphrase, and no two records have a salt, a nonce or a byte of cipher in common', async () => {
    const [one, two] = await Promise.all([seal(), seal()]);
    const all = Buffer.concat([one.salt, one.iv, one.data]);
    for (const secret of [KEY, PASS]) {
      expect(all.includes(Buffer.from(secret))).toBe(false);
      expect(JSON.stringify(one)).not.toContain(secret);
    }
    for (const part of ['salt', 'iv', 'data'] as const)
      expect(Buffer.from(one[part]).equals(Buffer.from(two[part]))).toBe(false);
  });

  it.each(['several quiet word', 'Several quiet words', '', `${PASS} `])(
    'does not open with %j, says so plainly, and still opens with the right one',
    async (wrong) => {
      const record = await seal();
      const thrown = await thrownBy(unsealKey(record, wrong, PLACE));
      expect(thrown).toMatchObject({ code: 'bad-input', retryable: true });
      const said = JSON.stringify([thrown, String(thrown)]);
      expect(said).toContain('not the passphrase');
      expect(said).not.toContain(KEY);
      if (wrong.trim() !== '') expect(said).not.toContain(wrong);
      expect(await unsealKey(record, PASS, PLACE)).toBe(KEY);
    },
  );

  it.each<KeyPlace>([
    { provider: 'openai', base: 'https://evil.example/v1' },
    { provider: 'openai', base: 'http://llm.example/v1' },
    { provider: 'openai', base: 'https://llm.example/v2' },
    { provider: 'anthropic', base: 'https://llm.example/v1' },
  ])('does not open for %j, not even when the record is made to name it', async (other) => {
    const record = await seal();
    expect(await thrownBy(unsealKey(record, PASS, other))).toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining('https://llm.example/v1'),
    });
    expect(await thrownBy(unsealKey({ ...record, ...other }, PASS, other))).toMatchObject({
      code: 'bad-input',
    });
  });

  it('does not open when any part of it was changed', async () => {
    const record = await seal();
    for (const part of ['salt', 'iv', 'data'] as const) {
      const changed = record[part].slice();
      changed[0] = (changed[0] ?? 0) ^ 1;
      expect(await thrownBy(unsealKey({ ...record, [part]: changed }, PASS, PLACE))).toMatchObject({
        code: 'bad-input',
      });
    }
    expect(
      await thrownBy(unsealKey({ ...record, iterations: record.iterations + 1 }, PASS, PLACE)),
    ).toMatchObject({ code: 'bad-input' });
  });

  it('opens however an accent was typed', async () => {
    expect(await unsealKey(await seal('cafe\u0301 au lait'), 'caf\u00e9 au lait', PLACE)).toBe(KEY);
  });

  it('wants more than a few characters', async () => {
    expect(await thrownBy(seal('1234567'))).toMatchObject({ code: 'bad-input' });
  });
});

describe('what is kept', () => {
  it('is read back as it was written, and nothing is nothing', async () => {
    const record = await seal();
    expect(readKeyRecord(structuredClone(record))).toEqual(record);
    expect(readKeyRecord(undefined)).toBeNull();
  });

  it('is refused by name when it is newer, damaged, or would keep the device busy', async () => {
    const record = await seal();
    const refusal = (stored: unknown): Promise<unknown> => thrownBy((async () => readKeyRecord(stored))());
    expect(await refusal({ ...record, schema: 'hopscope.llm-key/2' })).toMatchObject({
      code: 'newer-version',
    });
    for (const broken of [
      { ...record, iterations: 1000 },
      { ...record, iterations: 1e12 },
      { ...record, data: 'x' },
      'x',
    ])
      expect(await refusal(broken)).toMatchObject({ code: 'damaged' });
  });
});
