import { readFileSync } from 'node:fs';
import type { JsonObject } from '@recourse/contract';
import { stageCodes } from '@recourse/contract/registries';
import { createServer } from '@recourse/engine';
import { describe, expect, it } from 'vitest';
import { lacksBrowser, startBrowser } from '../src/observe/testing/open-page.ts';
import type { Session } from '../src/sessions/session.ts';
import { Sessions } from '../src/sessions/sessions.ts';
import { createTools } from '../src/tools/index.ts';

const guide = readFileSync(new URL('../../../docs/guide/stage.md', import.meta.url), 'utf8');

/**
 * The parts of the guide that are executed, in their order: `<!-- page -->` before the page, `<!-- change: code -->` for
 * code that the page runs, and `<!-- call: tool {json} [field] -->` before the answer, or before one field of it.
 */
const steps = [
  ...guide.matchAll(/<!-- (?<kind>page|change|call)(?:: (?<what>.+?))? -->(?:\s+```\w+\n(?<block>[\s\S]*?)\n```)?/gu),
].map(({ groups = {} }) => ({ kind: groups['kind'], what: groups['what'] ?? '', block: groups['block'] ?? '' }));

/** Without fields that only programs read, and those that differ with the fonts of the machine. */
const withoutFields = (answer: JsonObject): JsonObject =>
  JSON.parse(JSON.stringify(answer, (key, value: unknown) => (unshown.has(key) ? undefined : value))) as JsonObject;
const unshown: ReadonlySet<string> = new Set(['recourse', 'bbox']);

describe.skipIf(lacksBrowser)('docs/guide/stage.md', () => {
  it('shows what the tools answer', async () => {
    expect(steps.filter(({ kind }) => kind === 'call').length).toBeGreaterThan(4);
    const browser = await startBrowser();
    try {
      const page = await browser.openPage();
      const surface = { ...page.surface, id: 's1' };
      const sessions = new Sessions();
      const session = {
        id: sessions.nextId(),
        active: () => surface,
        connected: () => Promise.resolve(),
        ended: new Promise(() => undefined),
      };
      sessions.add(session as unknown as Session & { ended: Promise<never> });
      const tools = createTools({ sessions, settings: {} as never, environment: {} });
      const server = createServer({ name: 'stage', codes: stageCodes, dialect: 'stagewright', tools });
      for (const { kind, what, block } of steps) {
        if (kind === 'page') await page.load(block);
        else if (kind === 'change') await page.evaluate(what);
        else {
          const [, tool = '', json = '', field] = /^(\S+) (\{.*\})(?: (\w+))?$/u.exec(what) ?? [];
          const caller = { transport: 'in-process', local: true } as const;
          const args = JSON.parse(json) as JsonObject;
          const { structuredContent } = await server.respond({ tool, arguments: args, caller });
          const { _meta, ...answer } = structuredContent as JsonObject;
          const shown = withoutFields(answer);
          expect(_meta).toMatchObject({ estimated_tokens: expect.any(Number) as number });
          if (field === undefined) expect(JSON.parse(block || '{}'), what).toEqual(shown);
          else expect(block, what).toBe(shown[field]);
        }
      }
    } finally {
      await browser.close();
    }
  });
});
