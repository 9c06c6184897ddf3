import { randomBytes } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openNotes } from './open-notes.ts';

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(path.join(tmpdir(), 'recourse-notes-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
});
const inState = (...names: readonly string[]): string => path.join(cwd, '.recourse', ...names);
const open = (topic = 'things', environment: Readonly<Record<string, string>> = {}) =>
  openNotes({ cwd, environment })(topic);
const files = (topic = 'things'): readonly string[] => readdirSync(inState('notes', topic));

describe('notes next to a store in a file', () => {
  it('are found again by another process, under their topic and name', async () => {
    await open().put('one', 'first');
    await open().put('one', 'second');
    await open().put('two', 'other');
    expect(await open().get('one')).toBe('second');
    expect(await open('others').get('one')).toBeUndefined();
    expect(files()).toHaveLength(2);
  });

  it('make no folder and no key by being read', async () => {
    expect(await open().get('one')).toBeUndefined();
    expect(existsSync(inState())).toBe(false);
  });

  it('lie in a folder that only its owner reads and git leaves alone', async () => {
    await open().put('one', 'text');
    expect(statSync(inState()).mode & 0o077).toBe(0);
    expect(statSync(inState('notes', 'things', files()[0] ?? '')).mode & 0o077).toBe(0);
    expect(readFileSync(inState('.gitignore'), 'utf8')).toBe('*\n');
  });

  it('are not there once a byte is changed, or moved to another name, topic or key', async () => {
    await open().put('one', 'text');
    const file = inState('notes', 'things', files()[0] ?? '');
    const sealed = readFileSync(file, 'utf8');
    await open().put('two', 'other');
    const other = inState('notes', 'things', files().find((name) => !file.endsWith(name)) ?? '');
    copyFileSync(file, other);
    expect(await open().get('two')).toBeUndefined();
    await open('others').put('one', 'other');
    copyFileSync(file, inState('notes', 'others', path.basename(file)));
    expect(await open('others').get('one')).toBeUndefined();
    for (const at of [0, 20, sealed.length - 4]) {
      writeFileSync(file, sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1));
      expect(await open().get('one')).toBeUndefined();
    }
    for (const text of ['', 'text', 'a.b', `${'x'.repeat(16)}.${Buffer.from('text').toString('base64')}`]) {
      writeFileSync(file, text);
      expect(await open().get('one')).toBeUndefined();
    }
    writeFileSync(file, sealed);
    expect(await open().get('one')).toBe('text');
    const RECOURSE_KEY = randomBytes(32).toString('base64');
    expect(await open('things', { RECOURSE_KEY }).get('one')).toBeUndefined();
  });

  it('are sealed with the key of the environment if there is one', async () => {
    const environment = { RECOURSE_KEY: randomBytes(32).toString('base64') };
    await open('things', environment).put('one', 'text');
    expect(await open('things', environment).get('one')).toBe('text');
    expect(await open().get('one')).toBeUndefined();
    expect(existsSync(inState('state.db.key'))).toBe(false);
  });

  it('keep to a bound: the oldest go', async () => {
    const notes = open();
    for (let index = 0; index < 505; index += 1) await notes.put(`${index}`, 'text');
    expect(files().length).toBeLessThanOrEqual(500);
    expect(await notes.get('504')).toBe('text');
  });
});

it('end with the process where the store has no key that lasts', async () => {
  writeFileSync(path.join(cwd, 'recourse.config.json'), JSON.stringify({ store: { kind: 'memory' } }));
  const notes = open();
  await notes.put('one', 'text');
  expect(await notes.get('one')).toBe('text');
  expect(await open().get('one')).toBeUndefined();
  expect(existsSync(inState())).toBe(false);
});

it('lie in the working directory where the store is elsewhere', async () => {
  writeFileSync(
    path.join(cwd, 'recourse.config.json'),
    JSON.stringify({ store: { kind: 'postgres', url: 'postgres://app@db.example.org/state' } }),
  );
  const environment = { RECOURSE_KEY: randomBytes(32).toString('base64') };
  await open('things', environment).put('one', 'text');
  expect(await open('things', environment).get('one')).toBe('text');
  expect(files()).toHaveLength(1);
});
