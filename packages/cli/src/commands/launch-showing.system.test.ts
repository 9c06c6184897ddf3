import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { sampleSite } from '@recourse/server-launch';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openLaunchWorld } from '../testing/launch-world.ts';
import { runWithFakeIo } from '../testing/run-with-fake-io.ts';

/** A whole launch with git and hugo, on a machine that may be busy. */
const longMs = 300_000;

interface Told {
  readonly url: string;
  readonly index: string;
  readonly pages: number;
  readonly sentences: number;
  readonly matched: number;
  readonly hidden: number;
}

let cwd: string;
let environment: Readonly<Record<string, string | undefined>>;
const recourse = (...line: readonly string[]) => runWithFakeIo(line, { cwd, environment });

const start = async (...options: readonly string[]): Promise<string> => {
  const { out, err } = await recourse('launch', 'start', 'run.yaml', ...options);
  return /r_\d\S+[\da-f]{8}/u.exec(`${out}\n${err}`)?.[0] ?? '';
};

beforeEach(async () => {
  ({ cwd, environment } = await openLaunchWorld());
}, longMs);

describe('recourse launch report', () => {
  it(
    'writes the report of a run as one page with every gate and page',
    async () => {
      const run = await start('--watch', '--fix');
      const told = await recourse('launch', 'report', run, '--out', 'report.html', '--json');
      expect(told).toMatchObject({ exit: 0, err: '' });
      const page = readFileSync(path.join(cwd, 'report.html'), 'utf8');
      expect(JSON.parse(told.out)).toEqual({ run_id: run, file: 'report.html', bytes: Buffer.byteLength(page) });
      for (const part of ['hugo_build', 'content/docs/tally/_index.md', 'Passed']) expect(page).toContain(part);
      expect(page).not.toContain('could not be read');
      expect(page).not.toContain('<script');
    },
    longMs,
  );

  it(
    'reports a run that has not begun, and opens the page without handing on the token',
    async () => {
      const run = await start();
      const programs = path.join(cwd, 'programs');
      mkdirSync(programs);
      writeFileSync(
        path.join(programs, 'xdg-open'),
        `#!/bin/sh\nprintf %s "$1$GITHUB_TOKEN" > '${cwd}/opened.part'\nmv '${cwd}/opened.part' '${cwd}/opened'\n`,
      );
      chmodSync(path.join(programs, 'xdg-open'), 0o755);
      const searched = `${programs}:${environment['PATH']}`;
      const told = await runWithFakeIo(['launch', 'report', run, '--open'], {
        cwd,
        environment: { ...environment, PATH: searched },
      });
      const file = path.join(cwd, `launch-report-${run}.html`);
      expect(told.exit).toBe(0);
      expect(readFileSync(file, 'utf8')).toContain('The gates have not run yet.');
      await vi.waitFor(() => expect(existsSync(path.join(cwd, 'opened'))).toBe(true), { timeout: 60_000 });
      expect(readFileSync(path.join(cwd, 'opened'), 'utf8')).toBe(file);
    },
    longMs,
  );

  it(
    'names the file if nothing opens it, and says so if there is no such run',
    async () => {
      const run = await start();
      const told = await runWithFakeIo(['launch', 'report', run, '--open'], {
        cwd,
        environment: { ...environment, PATH: `${cwd}/nowhere` },
      });
      expect(told).toMatchObject({
        exit: 0,
        err: `No browser could be started. Open launch-report-${run}.html in a browser.`,
      });
      const none = await recourse('launch', 'report', 'r_2026-01-01T00-00-00Z_00000000');
      expect(none).toMatchObject({ exit: 1, err: expect.stringContaining('RUN_NOT_FOUND') });
    },
    longMs,
  );
});

describe('recourse launch preview', () => {
  const preview = (run: string) => {
    const stop = new AbortController();
    let tell: (text: string) => void = () => undefined;
    const told = new Promise<string>((resolve) => (tell = resolve));
    const ended = runWithFakeIo(['launch', 'preview', run, '--json'], {
      cwd,
      environment,
      signal: stop.signal,
      out: (text) => tell(text),
    });
    return { told: Promise.race([told, ended.then(({ err }) => Promise.reject(new Error(err)))]), ended, stop };
  };

  it(
    'serves the built pages with their evidence until it is stopped, and leaves nothing behind',
    async () => {
      const run = await start('--watch', '--fix');
      const { told, ended, stop } = preview(run);
      const { url, index, pages, sentences, matched, hidden } = JSON.parse(await told) as Told;
      expect(pages).toBeGreaterThan(5);
      // Every sentence of the sample's pages is on the page that hugo makes of it.
      expect(matched).toBe(sentences - hidden);
      expect(await (await fetch(index)).text()).toContain('content/docs/tally/_index.md');
      const page = await fetch(`${url}docs/tally/`);
      expect(page.status).toBe(200);
      expect(await page.text()).toMatch(/<launch-[\da-f]{12}-t n="\d+">/u);
      stop.abort();
      expect((await ended).exit).toBe(0);
      await expect(fetch(url)).rejects.toThrow();
      const left = readdirSync(path.join(cwd, '.recourse', 'launch'));
      expect(left.filter((name) => name !== 'repositories')).toEqual([]);
    },
    longMs,
  );

  it(
    'says what is missing: hugo, the pages, or the port',
    async () => {
      const fresh = await start();
      expect(await recourse('launch', 'preview', fresh)).toMatchObject({
        exit: 1,
        err: expect.stringContaining('ARTIFACT_NOT_FOUND'),
      });
      const run = await start('--watch', '--fix', '--key', 'second');
      const without = await runWithFakeIo(['launch', 'preview', run], {
        cwd,
        environment: { ...environment, LAUNCH_HUGO: '/nowhere/hugo' },
      });
      expect(without).toMatchObject({
        exit: 1,
        err: expect.stringMatching(/TOOLCHAIN_MISSING[\s\S]*set LAUNCH_HUGO/u),
      });
      const other = createServer().listen(0, '127.0.0.1');
      onTestFinished(() => void other.close());
      await vi.waitFor(() => expect(other.listening).toBe(true));
      const { port } = other.address() as AddressInfo;
      const taken = await recourse('launch', 'preview', run, '--port', String(port));
      expect(taken).toMatchObject({ exit: 7, err: expect.stringContaining('--port') });
      expect(await recourse('launch', 'preview', run, '--port', '70000')).toMatchObject({ exit: 2 });
    },
    longMs,
  );

  it(
    'prints what hugo says about a site that it cannot build',
    async () => {
      ({ cwd, environment } = await openLaunchWorld({ ...sampleSite, 'layouts/_default/single.html': '{{ nope }}' }));
      const run = await start('--watch');
      const told = await recourse('launch', 'preview', run);
      expect(told).toMatchObject({ exit: 1, err: expect.stringMatching(/hugo cannot build the site:[\s\S]*nope/u) });
    },
    longMs,
  );
});
