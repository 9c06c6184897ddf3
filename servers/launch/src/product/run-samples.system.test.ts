import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { canConfine } from '@recourse/sandbox';
import { describe, expect, it, onTestFinished } from 'vitest';
import { memoryTree } from '../testing/memory-tree.ts';
import { snippetOf } from './read-document.ts';
import { runSamples } from './run-samples.ts';

const { signal } = new AbortController();
const sample = (language: string, code: string) =>
  snippetOf({ language, title: 'Sample', code, source: { path: 'README.md', start_line: 1, end_line: 1 } });

const open = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'samples-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const run = async (language: string, code: string, files: Readonly<Record<string, string>> = {}) => {
    const snippets = [sample(language, code)];
    const catalog = await runSamples(memoryTree(files), { schema_version: '1.0', snippets }, { folder, signal });
    return catalog.snippets[0]?.run;
  };
  return { folder, run };
};

describe.runIf(canConfine())('runSamples', () => {
  it('records how samples in JavaScript and Python end', async () => {
    const { run, folder } = await open();
    expect(await run('js', 'console.log(await Promise.resolve(1));')).toEqual({
      runner: 'node',
      status: 'passed',
      exit_code: 0,
    });
    expect(await run('javascript', 'throw new Error("no");')).toMatchObject({ status: 'failed', exit_code: 1 });
    expect(
      await run('python', 'import mail\nassert mail.send() == 1\n', { 'src/mail.py': 'def send(): return 1\n' }),
    ).toEqual({
      runner: 'python3',
      status: 'passed',
      exit_code: 0,
    });
    expect(await run('go', 'package main')).toBeUndefined();
    expect(await readdir(folder)).toEqual([]);
  });

  it('keeps samples away from other files and from the network', async () => {
    const { run, folder } = await open();
    const secret = path.join(folder, 'secret');
    await writeFile(secret, 'before');
    expect(
      await run('js', `import { readFileSync } from 'node:fs'; readFileSync(${JSON.stringify(secret)});`),
    ).toMatchObject({
      status: 'failed',
    });
    expect(
      await run('js', `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(secret)}, 'x');`),
    ).toMatchObject({
      status: 'failed',
    });
    expect(await readFile(secret, 'utf8')).toBe('before');
    let requests = 0;
    const server = createServer((_, response) => {
      requests += 1;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    expect(await run('js', `await fetch('http://127.0.0.1:${port}/');`)).toMatchObject({ status: 'failed' });
    expect(requests).toBe(0);
  });
});
