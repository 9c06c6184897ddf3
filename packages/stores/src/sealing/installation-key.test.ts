import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { KeyError, parseKey, readKeyFile } from './installation-key.ts';

const folders: string[] = [];
const keyFile = (): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'recourse-key-'));
  folders.push(folder);
  return path.join(folder, 'state.db.key');
};
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const bytes = Buffer.from(Array.from({ length: 32 }, (_, index) => index * 7));

it.each(['hex', 'base64', 'base64url'] as const)('reads 32 bytes in %s', (encoding) => {
  expect(parseKey(`${bytes.toString(encoding)}\n`, 'key')).toEqual(bytes);
});

it.each(['', 'short', bytes.toString('hex').slice(2), `${bytes.toString('base64')}AA`, 'ü'.repeat(32), ' '])(
  'refuses %j, and does not repeat it',
  (text) => {
    expect(() => parseKey(text, 'RECOURSE_KEY')).toThrow(KeyError);
    if (text.length > 4) expect(() => parseKey(text, 'RECOURSE_KEY')).not.toThrow(text);
  },
);

it('makes a key once, that only its owner may read, and leaves nothing else behind', () => {
  const file = keyFile();
  const key = readKeyFile(file);
  expect(key).toHaveLength(32);
  expect(readKeyFile(file)).toEqual(key);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(path.dirname(file))).toEqual(['state.db.key']);
});

it('refuses a key that others may read, and one that is none', () => {
  const file = keyFile();
  readKeyFile(file);
  chmodSync(file, 0o644);
  expect(() => readKeyFile(file)).toThrow(/chmod 600/);
  expect(readFileSync(file, 'utf8')).not.toBe('');
  writeFileSync(file, 'half a k');
  chmodSync(file, 0o600);
  expect(() => readKeyFile(file)).toThrow(/is not a key/);
});
