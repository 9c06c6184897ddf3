import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const main = path.join(root, 'packages', 'cli', 'dist', 'main.js');

/** The repository as commands see it, with state of its own. */
const cwd = mkdtempSync(path.join(tmpdir(), 'recourse-readme-'));
for (const name of readdirSync(root).filter((each) => !each.startsWith('.')))
  symlinkSync(path.join(root, name), path.join(cwd, name));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

/** The command lines of docs/README.md, without their comments. */
const commandLines = readFileSync(path.join(root, 'docs', 'README.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('npx recourse '))
  .map((line) => line.replace(/^npx recourse /u, '').replace(/\s+#.*$/u, ''));

/** The output of a command once it is ready. Commands that are not listed end by themselves. */
const running: Readonly<Record<string, RegExp>> = {
  serve: /Serving on /u,
  forge: /The forge is listening at /u,
  events: /TIME .*TOOK/u,
};

interface Run {
  readonly status: number | null;
  readonly text: string;
}

const run = (line: string): Promise<Run> =>
  new Promise((resolve, reject) => {
    const words = line.split(' ');
    const child = spawn(process.execPath, [main, ...words], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    const isReady = running[words[0] ?? ''];
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        // A second signal would end it at once.
        if (!child.killed && isReady?.test(text)) child.kill('SIGTERM');
      });
    }
    child.once('error', reject);
    child.once('close', (status) => resolve({ status, text }));
  });

describe('README.md', () => {
  it('shows what the command prints', async () => {
    const child = spawn(process.execPath, [path.join(root, 'scripts', 'picture.mjs'), '--check'], { stdio: 'pipe' });
    let text = '';
    child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
    const status = await new Promise((resolve) => child.once('close', resolve));
    expect({ status, text }).toEqual({ status: 0, text: '' });
  });
});

describe('docs/README.md', () => {
  it('shows command lines', () => {
    expect(commandLines.length).toBeGreaterThan(10);
  });

  it.each(commandLines)('recourse %s works as written', async (line) => {
    const { status, text } = await run(line);
    // Another program of this machine may have the port.
    if (status !== 7) expect({ status, text }).toEqual({ status: 0, text });
    else expect(text).toContain('ADDRESS_IN_USE');
  });
});
