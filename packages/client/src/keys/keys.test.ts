import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClock } from '@recourse/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { openFileKeys } from './file-keys.ts';
import { createIntents } from './intents.ts';
import { keptMs, mostKeys } from './key-store.ts';
import type { KeyStore } from './key-store.ts';
import { createMemoryKeys } from './memory-keys.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'recourse-keys-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const newFile = (): string => path.join(folder, `keys-${(files += 1)}`, 'open.json');

const stores: readonly [string, (now: () => number) => Promise<KeyStore>][] = [
  ['memory', (now) => Promise.resolve(createMemoryKeys(now))],
  ['a file', (now) => openFileKeys(newFile(), now)],
];

const full = (): Promise<never> => Promise.reject(new Error('full'));

describe.each(stores)('open keys in %s', (_, open) => {
  const numbered = (): (() => string) => {
    let keys = 0;
    return () => `key-${(keys += 1)}`;
  };
  const pay = (amount: number) => ({ server: 's', tool: 'pay', arguments: { amount } });

  it('are found again by the same call, whatever the order of its names, and by no other', async () => {
    const intents = createIntents(await open(Date.now), numbered());
    const first = await intents.begin({ server: 's', tool: 'pay', arguments: { a: 1, b: 2 } });
    await first.leaveOpen();
    expect((await intents.begin({ server: 's', tool: 'pay', arguments: { a: 2, b: 1 } })).key).toBe('key-2');
    expect((await intents.begin({ server: 't', tool: 'pay', arguments: { a: 1, b: 2 } })).key).toBe('key-3');
    expect((await intents.begin({ server: 's', tool: 'pay', arguments: { b: 2, a: 1 } })).key).toBe('key-1');
  });

  it('are gone once the effect is settled', async () => {
    const intents = createIntents(await open(Date.now), numbered());
    await (await intents.begin(pay(1))).leaveOpen();
    await (await intents.begin(pay(1))).settle();
    expect((await intents.begin(pay(1))).key).toBe('key-2');
  });

  it('are found by the name of the effect, where it has one', async () => {
    const intents = createIntents(await open(Date.now), numbered());
    await (await intents.begin({ ...pay(1), name: 'order-7' })).leaveOpen();
    expect((await intents.begin(pay(1))).key).toBe('key-2');
    expect((await intents.begin({ ...pay(9), name: 'order-7' })).key).toBe('key-1');
  });

  it('are not forgotten when they are too old to ask with', async () => {
    const clock = createClock();
    const intents = createIntents(await open(clock.now), numbered());
    await (await intents.begin(pay(1))).leaveOpen();
    expect(await intents.begin(pay(1))).toMatchObject({ key: 'key-1', history: 'open' });
    await (await intents.begin(pay(2))).leaveOpen();
    clock.advance(keptMs);
    expect(await intents.begin(pay(2))).toMatchObject({ key: 'key-2', history: 'expired' });
  });

  it('are never pushed out by others: a full store rejects a key, and no further call begins', async () => {
    const store = await open(Date.now);
    const intents = createIntents({ ...store, durable: false, mayHold: false, add: full }, numbered());
    const intent = await intents.begin(pay(1));
    await expect(intent.leaveOpen()).rejects.toThrow('full');
    expect(() => intents.begin(pay(2))).toThrow('full');
  });
});

it('rejects a key when too many effects are in doubt', async () => {
  const keys = createMemoryKeys();
  for (let index = 0; index < mostKeys; index += 1) await keys.add(`intent-${index}`, `key-${index}`);
  await expect(keys.add('one more', 'key')).rejects.toThrow(RangeError);
  expect(await keys.open('intent-0')).toEqual(['key-0']);
});

describe('the file of open keys', () => {
  it('has the key before the call is sent, for its owner only, and is read by the next process', async () => {
    const file = newFile();
    const first = createIntents(await openFileKeys(file), () => 'first');
    await first.begin({ server: 's', tool: 'pay', arguments: { card: 'card-4111' } });
    expect(readFileSync(file, 'utf8')).toContain('first');
    expect(readFileSync(file, 'utf8')).not.toContain('card-4111');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const second = createIntents(await openFileKeys(file), () => 'second');
    const [again, other] = await Promise.all([
      second.begin({ server: 's', tool: 'pay', arguments: { card: 'card-4111' } }),
      second.begin({ server: 's', tool: 'pay', arguments: { card: '4242' } }),
    ]);
    expect([again.key, other.key]).toEqual(['first', 'second']);
  });

  it.each(['', '{"keys":', '{"keys":[{"intent":1}]}', '[]'])('is refused where it holds no keys: %j', async (text) => {
    const file = path.join(folder, `broken-${(files += 1)}.json`);
    writeFileSync(file, text);
    await expect(openFileKeys(file)).rejects.toThrow();
  });
});
