import path from 'node:path';
import { createServer } from '@recourse/engine';
import { serveHttp } from '@recourse/server';
import { expect, it } from 'vitest';
import { complaints, countSuccesses, runSuite } from './conformance/run-suite.mjs';
import { serveFixture } from './conformance/serve-fixture.mjs';

const folder = path.join(import.meta.dirname, 'conformance');

it('passes the official conformance suite 0.1.13, all of it', { timeout: 120_000 }, async () => {
  const { url, stop } = await serveFixture();
  const { exitCode, scenarios } = await runSuite({ folder, url });
  expect(await stop()).toBe(0);
  expect(complaints(scenarios)).toEqual([]);
  expect(scenarios).toHaveLength(30);
  expect(countSuccesses(scenarios)).toBe(40);
  expect(exitCode).toBe(0);
});

it('would not pass it without its fixtures', { timeout: 120_000 }, async () => {
  const serving = await serveHttp(createServer({ name: 'bare', tools: [] }), { port: 0 });
  const { exitCode, scenarios } = await runSuite({
    folder,
    url: serving.url,
    args: ['--scenario', 'tools-call-image'],
  });
  await serving.close();
  expect(complaints(scenarios)).toEqual([expect.stringContaining('tools-call-image: FAILURE') as unknown]);
  expect(exitCode).toBe(1);
});
