import type { Server } from '@recourse/engine';
import type { JsonObject } from '@recourse/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lacksBrowser } from '../src/observe/testing/open-page.ts';
import type { OpenPage } from '../src/observe/testing/open-page.ts';
import { openPageServer } from '../src/testing/page-server.ts';
import type { PageServer } from '../src/testing/page-server.ts';
import { countTokens } from '../src/tokens/count-tokens.ts';

let opened: PageServer;
let page: OpenPage;
let server: Server;

beforeAll(async () => {
  opened = await openPageServer();
  ({ page, server } = opened);
});
afterAll(() => opened.close());

const caller = { transport: 'in-process', local: true } as const;
const style = Array.from({ length: 40 }, (_, at) => `--p${at}:"${'漢字 '.repeat(40)}"`).join(';');

describe.skipIf(lacksBrowser)('answers about a very large page', () => {
  beforeAll(async () => {
    const widgets = Array.from({ length: 10_000 }, (_, at) => `<button>设置页面 ${at * 7919} 👩‍👩‍👧</button>`);
    await page.load(`<!doctype html><title>设置</title><main style='${style}'>${widgets.join('')}</main>`);
  });

  it.each([
    ['electron_snapshot', {}],
    ['electron_find', { role: 'button', limit: 1000 }],
    ['electron_elements_list', { selector: 'button', limit: 200 }],
    ['electron_get_text', { selector: 'main' }],
    [
      'electron_get_computed_style',
      { selector: 'main', properties: Array.from({ length: 40 }, (_, at) => `--p${at}`) },
    ],
  ])('%s fits its budget and fills it', async (tool, args) => {
    for (const budgetTokens of [400, 2000]) {
      const given: JsonObject = { ...args, budgetTokens };
      const { structuredContent } = await server.respond({ tool, arguments: given, caller });
      expect(structuredContent).toMatchObject({ ok: true });
      const tokens = countTokens(JSON.stringify(structuredContent));
      expect(tokens, String(budgetTokens)).toBeLessThanOrEqual(budgetTokens);
      // The bound counts more than the real tokens, so that 70 % of it are more than 60 % of them.
      expect(tokens, String(budgetTokens)).toBeGreaterThan(0.7 * budgetTokens);
    }
  });
});
