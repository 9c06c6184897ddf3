import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import path from 'node:path';
import type { JsonObject } from '@recourse/contract';
import { spawnClient } from '@recourse/testkit';
import { describe, expect, it } from 'vitest';
import { lacksBrowser } from '../src/observe/testing/open-page.ts';
import { openPluginPlace } from '../src/testing/plugin-place.ts';

const guide = readFileSync(new URL('../../../docs/guide/stage-plugins.md', import.meta.url), 'utf8');
const recourse = path.resolve(import.meta.dirname, '../../../packages/cli/dist/main.js');

/** The marked parts of the guide in their order: files of the plugin, the page, and calls. */
const steps = [
  ...guide.matchAll(/<!-- (?<kind>file|page|call)(?:: (?<what>.+?))? -->(?:\s+```\w+\n(?<block>[\s\S]*?)\n```)?/gu),
].map(({ groups = {} }) => ({ kind: groups['kind'], what: groups['what'] ?? '', block: groups['block'] ?? '' }));

describe.skipIf(lacksBrowser)('docs/guide/stage-plugins.md', () => {
  it('writes a plugin outside the repository that answers as shown', async () => {
    expect(steps.map(({ kind }) => kind)).toEqual(['file', 'file', 'file', 'page', 'call', 'call', 'call']);
    const place = await openPluginPlace();
    for (const { what, block } of steps.filter(({ kind }) => kind === 'file')) {
      mkdirSync(path.dirname(path.join(place.folder, what)), { recursive: true });
      writeFileSync(path.join(place.folder, what), block);
    }
    const page = steps.find(({ kind }) => kind === 'page')?.block ?? '';
    const site = createServer((_, response) => response.setHeader('content-type', 'text/html').end(page));
    await once(site.listen(0, '127.0.0.1'), 'listening');
    const env = {
      ...(process.env as Record<string, string>),
      STAGE_PLUGINS: 'plugins.json',
      STAGE_CHROMIUM_ARGUMENTS: '--no-sandbox',
    };
    const client = await spawnClient({ args: [recourse, 'serve', 'stage', '--stdio'], cwd: place.folder, env });
    const call = async (name: string, args: JsonObject): Promise<JsonObject> =>
      (await client.callTool(name, args)).structuredContent as JsonObject;
    try {
      const { port } = site.address() as AddressInfo;
      expect(await call('electron_open_page', { url: `http://127.0.0.1:${port}/` })).toMatchObject({ ok: true });
      for (const { kind, what, block } of steps) {
        if (kind !== 'call') continue;
        const [, tool = '', json = ''] = /^(\S+) (\{.*\})$/u.exec(what) ?? [];
        const shown = JSON.parse(block) as JsonObject;
        expect(await call(tool, JSON.parse(json) as JsonObject)).toMatchObject(shown);
      }
    } finally {
      await client.close();
      site.close();
      await place.close();
    }
  });
});
