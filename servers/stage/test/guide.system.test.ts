import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { JsonObject } from '@recourse/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lacksBrowser } from '../src/observe/testing/open-page.ts';
import { lacksElectron, openElectronPlace } from '../src/testing/electron-place.ts';
import { linkStage } from '../src/testing/linked-stage.ts';
import { openOutsideDebugger } from '../src/testing/outside-debugger.ts';
import { serveFolder } from './apps/serve-folder.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const guide = readFileSync(path.join(root, 'docs/guide/stage.md'), 'utf8');

/**
 * The parts of the guide that are executed, in their order: `<!-- file: name -->` before a file, `<!-- change: code -->`
 * for code that the page runs, `<!-- call: tool {json} [field] -->` before the answer or before one field of it, and
 * `<!-- next: field -->` before that of the first next action.
 */
const steps = [
  ...guide.matchAll(/<!-- (?<kind>file|change|call|next): (?<what>.+?) -->(?:\s+```\w+\n(?<block>[\s\S]*?)\n?```)?/gu),
].map(({ groups = {} }) => ({ kind: groups['kind'], what: groups['what'] ?? '', block: groups['block'] ?? '' }));

/** Without fields that only programs read, and those that differ with the machine. */
const shown = (answer: unknown, origin: string): JsonObject => {
  const text = JSON.stringify(answer, (key, value: unknown) => (unshown.has(key) ? undefined : value));
  return JSON.parse(text.replaceAll(origin, 'http://127.0.0.1:5173/')) as JsonObject;
};
const unshown: ReadonlySet<string> = new Set(['recourse', 'bbox', '_meta']);

let folder: string;

beforeAll(async () => {
  // Below the packages of this repository, so that the files of the guide find those that they import.
  await mkdir(path.join(root, 'node_modules/.cache'), { recursive: true });
  folder = await mkdtemp(path.join(root, 'node_modules/.cache/stage-guide-'));
  const command = JSON.stringify([path.join(root, 'packages/cli/dist/main.js'), 'serve', 'stage', '--stdio']);
  for (const { kind, what, block } of steps) {
    if (kind !== 'file') continue;
    const local = block
      .replace("command: 'npx'", 'command: process.execPath')
      .replace("args: ['recourse', 'serve', 'stage', '--stdio']", `args: ${command}`);
    await writeFile(path.join(folder, what), `${local}\n`);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

describe('docs/guide/stage.md', () => {
  it.skipIf(lacksBrowser)('shows the answers of the tools', async () => {
    expect(steps.filter(({ kind }) => kind === 'call').length).toBeGreaterThan(14);
    const pages = await serveFolder(folder);
    const stage = await linkStage(
      {
        ...(process.env as Record<string, string>),
        STAGE_CHROMIUM_ARGUMENTS: '--no-sandbox --disable-gpu --disable-dev-shm-usage',
      },
      folder,
    );
    try {
      const { pid } = await stage.call<{ pid: number }>('electron_open_page', { url: pages.url });
      const outside = await openOutsideDebugger(pid);
      let last: JsonObject = {};
      for (const { kind, what, block } of steps) {
        if (kind === 'file') continue;
        if (kind === 'change') {
          await (await outside.page()).send('Runtime.evaluate', { expression: what });
          continue;
        }
        const next = kind === 'next' ? String((last['next_actions'] as string[])[0]) : what.replace(/ \w+$/u, '');
        const [, tool = '', json = ''] = /^(\S+) (\{.*\})$/u.exec(next) ?? [];
        const field = kind === 'next' ? what : /\} (\w+)$/u.exec(what)?.[1];
        do {
          last = shown(await stage.call(tool, JSON.parse(json) as JsonObject), pages.url);
          // A new window has no title until its document has loaded.
        } while (JSON.stringify(last).includes('"title":""'));
        const wanted = field === undefined ? last : last[field];
        if (typeof wanted === 'string') expect(block, what).toBe(wanted);
        else expect(JSON.parse(block || '{}'), what).toEqual(wanted);
      }
      outside.close();
    } finally {
      await stage.close();
      pages.close();
    }
  });

  it.skipIf(lacksElectron)('has a test that passes', async () => {
    const place = await openElectronPlace();
    try {
      const running = spawn(process.execPath, ['--test', 'orders.test.js'], {
        cwd: folder,
        env: { ...place.environment, STAGE_APP_ROOTS: folder },
      });
      let output = '';
      for (const stream of [running.stdout, running.stderr]) stream.on('data', (part) => (output += String(part)));
      const [status] = (await once(running, 'close')) as [number];
      expect(status, output).toBe(0);
      expect(output).toMatch(/pass 2\b/u);
    } finally {
      await place.close();
    }
  });
});
