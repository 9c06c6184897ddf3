import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultConfiguration } from './configuration.ts';
import { loadConfiguration } from './load-configuration.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'recourse-configuration-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('loadConfiguration', () => {
  it('takes the defaults if there is no file, whatever lies above', async () => {
    await writeFile(path.join(folder, 'recourse.config.json'), '{ "limits": { "depth": 8 } }');
    await mkdir(path.join(folder, 'below'));
    const loaded = await loadConfiguration(path.join(folder, 'below'));
    expect(loaded).toEqual({ ok: true, configuration: defaultConfiguration });
  });

  it('reads the file of the folder; its folders start there', async () => {
    const text = '{ "limits": { "depth": 8 }, "guards": { "roots": { "work": "data" } } }';
    await writeFile(path.join(folder, 'recourse.config.json'), text);
    expect(await loadConfiguration(folder)).toMatchObject({
      ok: true,
      configuration: { limits: { depth: 8 }, guards: { roots: { work: path.join(folder, 'data') } } },
    });
  });

  it('reads another file where one is named; its folders and its store start there', async () => {
    await mkdir(path.join(folder, 'etc'));
    const text = '{ "store": { "kind": "sqlite", "file": "state.db" } }';
    await writeFile(path.join(folder, 'etc', 'other.json'), text);
    expect(await loadConfiguration(folder, { file: path.join('etc', 'other.json') })).toMatchObject({
      ok: true,
      configuration: { store: { kind: 'sqlite', file: path.join(folder, 'etc', 'state.db') } },
    });
  });

  it('refuses a file that was named and is not there', async () => {
    expect(await loadConfiguration(folder, { file: 'other.json' })).toMatchObject({
      ok: false,
      problems: [{ file: path.join(folder, 'other.json'), message: 'the file does not exist' }],
    });
  });

  it('refuses a file that it cannot read', async () => {
    await mkdir(path.join(folder, 'recourse.config.json'));
    expect(await loadConfiguration(folder)).toMatchObject({
      ok: false,
      problems: [{ line: 1, column: 1, message: 'the file exists but cannot be read (EISDIR)' }],
    });
  });
});
