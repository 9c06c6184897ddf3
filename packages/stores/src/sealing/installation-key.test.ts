import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { KeyError, parseKeys, readKeyFile } from './installation-key.ts';

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
  expect(parseKeys(`${bytes.toString(encoding)}\n`, 'key')).toEqual([bytes]);
});

it.each(['', 'short', bytes.toString('hex').slice(2), `${bytes.toString('base64')}AA`, 'ü'.repeat(32), ' '])(
  'refuses %j, and does not repeat it',
  (text) => {
    expect(() => parseKeys(text, 'RECOURSE_KEY')).toThrow(KeyError);
    if (text.length > 4) expect(() => parseKeys(text, 'RECOURSE_KEY')).not.toThrow(text);
  },
);

it('reads several keys, the one that seals first', () => {
  const old = Buffer.alloc(32, 7);
  for (const between of [',', ', ', '\n', ' ']) {
    expect(parseKeys(`${bytes.toString('base64')}${between}${old.toString('hex')}\n`, 'key')).toEqual([bytes, old]);
  }
  expect(() => parseKeys(`${bytes.toString('hex')},short`, 'RECOURSE_KEY')).toThrow(/RECOURSE_KEY is not valid/);
  expect(() => parseKeys(Array(11).fill(bytes.toString('hex')).join(), 'RECOURSE_KEY')).toThrow(/more than 10 keys/);
});

it('makes a key once, that only its owner may read, and leaves nothing else behind', () => {
  const file = keyFile();
  const key = readKeyFile(file);
  expect(key.map((one) => one.length)).toEqual([32]);
  expect(readKeyFile(file)).toEqual(key);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(path.dirname(file))).toEqual(['state.db.key']);
});

it('refuses a key file that others may read, and one without a valid key', () => {
  const file = keyFile();
  readKeyFile(file);
  chmodSync(file, 0o644);
  expect(() => readKeyFile(file)).toThrow(/chmod 600/);
  expect(readFileSync(file, 'utf8')).not.toBe('');
  writeFileSync(file, 'half a k');
  chmodSync(file, 0o600);
  expect(() => readKeyFile(file)).toThrow(/is not valid/);
});
