import { createServer } from '@recourse/engine';
import { stageCodes } from '@recourse/contract/registries';
import type { JsonObject } from '@recourse/contract';
import { describe, expect, it } from 'vitest';
import type { PlacedLook } from '../reading/observer.ts';
import { flatLook, h } from '../reading/testing/flat-page.ts';
import type { Part } from '../reading/testing/flat-page.ts';
import type { ConsoleEntry } from '../sessions/console-log.ts';
import type { Session } from '../sessions/session.ts';
import { Sessions } from '../sessions/sessions.ts';
import { countTokens } from '../tokens/count-tokens.ts';
import { createTools } from './index.ts';
import { observerOf } from './observer-of.ts';

const scripts: Readonly<Record<string, string>> = {
  latin: 'Save the quarterly report',
  chinese: '设置页面允许您更改帐户名称',
  emoji: '😀🎉👩‍👩‍👧🚀🔥✅❤️🏳️‍🌈',
  hex: 'deadbeef0123f00dcafe42',
};

/** A stage with one session that sees this page, has many windows and a long console. */
const openStage = (look: PlacedLook, text: string) => {
  const sessions = new Sessions();
  const surface = {
    ...look.capture.surface,
    session: { send: () => Promise.resolve({ result: {} }), on: () => () => undefined },
  };
  const surfaces = Array.from({ length: 250 }, (_, at) => ({
    ...surface,
    id: `s${at + 1}`,
    title: `${text} ${at}`.repeat(3),
    url: `data:text/html,${text.repeat(4)}`,
  }));
  const entries: ConsoleEntry[] = Array.from({ length: 200 }, (_, at) => ({
    number: at + 1,
    source: 'page',
    type: 'log',
    text: text.repeat(1 + (at % 20)),
    at: '2026-01-01T00:00:00.000Z',
  }));
  const session = {
    id: sessions.nextId(),
    transport: 'page',
    isReady: true,
    activeId: 's1',
    ended: new Promise(() => undefined),
    connected: () => Promise.resolve(),
    active: () => surface,
    refresh: () => Promise.resolve(),
    surfaces: () => surfaces,
    console: { dropped: 0, after: (number: number) => entries.filter((entry) => entry.number > number) },
  } as unknown as Session & { ended: Promise<never> };
  sessions.add(session);
  Object.assign(observerOf(session), { look: () => Promise.resolve(look) });
  const tools = createTools({ sessions, settings: {} as never, environment: {} });
  const server = createServer({ name: 'stage', codes: stageCodes, dialect: 'stagewright', tools });
  return async (tool: string, args: JsonObject): Promise<{ answer: JsonObject; texts: readonly string[] }> => {
    const caller = { transport: 'in-process', local: true } as const;
    const { content, structuredContent } = await server.respond({ tool, arguments: args, caller });
    const [first] = content as readonly { text: string }[];
    return { answer: structuredContent as JsonObject, texts: [first?.text ?? '', JSON.stringify(structuredContent)] };
  };
};

const widgets = (count: number, text: string): readonly Part[] =>
  Array.from({ length: count }, (_, at) =>
    h('div', {}, h('span', {}, `${text} ${at * 7919}`), h('button', {}, `${text} ${at}`)),
  );

/** One field whose value and attributes are long, before the widgets. */
const pageOf = (count: number, text: string): PlacedLook =>
  flatLook([h('textarea', { ':value': text.repeat(600), title: text.repeat(600) }), ...widgets(count, text)]);

/** The calls whose answers can be large. */
const calls = (ref: number): readonly (readonly [string, JsonObject])[] => [
  ['electron_snapshot', {}],
  ['electron_snapshot', { format: 'json' }],
  ['electron_snapshot', { unseenOnly: true }],
  ['electron_find', { role: 'button', limit: 1000 }],
  ['electron_get_value', { ref }],
  ['electron_get_attribute', { ref, name: 'title' }],
  ['electron_console_logs', { limit: 1000 }],
  ['electron_surfaces_list', {}],
  ['electron_windows_list', {}],
  ['electron_status', {}],
];

const hasMore = (answer: JsonObject): boolean => answer['omitted'] !== undefined || answer['more'] !== undefined;

describe('answers of all tools with a budget', () => {
  it.each(Object.entries(scripts))('fit, and are well filled, on pages of %s', async (script, text) => {
    // Small pages show the differences between scripts.
    for (const count of script === 'latin' ? [10, 1000, 10_000] : [10, 200]) {
      const call = openStage(pageOf(count, text), text);
      const { answer } = await call('electron_find', { role: 'textbox', budgetTokens: 3000 });
      const [field] = answer['matches'] as readonly { readonly ref: number }[];
      for (const [tool, args] of calls(field?.ref ?? 0)) {
        for (const budgetTokens of count > 1000 ? [3000] : [400, 3000]) {
          const { answer: made, texts } = await call(tool, { ...args, budgetTokens });
          const what = `${tool} ${JSON.stringify(args)} of ${count} in ${budgetTokens}`;
          expect(made['ok'], what).toBe(true);
          for (const written of texts) {
            const tokens = countTokens(written);
            expect(tokens, what).toBeLessThanOrEqual(budgetTokens);
            // The bound counts more than the real tokens, so that 70 % of it are more than 60 % of them.
            if (hasMore(made)) expect(tokens, what).toBeGreaterThan(0.7 * budgetTokens);
          }
        }
      }
    }
  });

  it('suggest calls that show the rest', async () => {
    const call = openStage(pageOf(10, 'Save'), 'Save');
    const numbers = new Set<number>();
    let { answer } = await call('electron_console_logs', { budgetTokens: 2000, limit: 1000 });
    for (;;) {
      for (const { number } of answer['entries'] as readonly { number: number }[]) numbers.add(number);
      const more = answer['more'] as { tool: string; arguments: JsonObject } | undefined;
      if (!more) break;
      ({ answer } = await call(more.tool, more.arguments));
    }
    expect(numbers.size).toBe(200);
    const { answer: few } = await call('electron_surfaces_list', { budgetTokens: 400 });
    const more = few['more'] as { tool: string; arguments: JsonObject };
    const { answer: many } = await call(more.tool, more.arguments);
    expect(many['omitted']).toBeLessThan(few['omitted'] as number);
  });

  it('are refused for a budget that is out of bounds', async () => {
    const call = openStage(pageOf(1, 'Save'), 'Save');
    const { answer: found } = await call('electron_find', { role: 'textbox' });
    const [field] = found['matches'] as readonly { readonly ref: number }[];
    for (const [tool, args] of calls(field?.ref ?? 0)) {
      for (const budgetTokens of [399, 200_001]) {
        const { answer } = await call(tool, { ...args, budgetTokens });
        expect(answer, tool).toMatchObject({ code: 'BAD_ARGUMENT', details: { param_name: 'budgetTokens' } });
      }
    }
  });

  it('stay small for refusals, regardless of what the call and the page contain', async () => {
    const call = openStage(pageOf(10, scripts['emoji'] ?? ''), 'x');
    const { answer, texts } = await call('electron_get_value', { ref: 4000 });
    expect(answer).toMatchObject({ code: 'REF_NOT_FOUND' });
    for (const written of texts) expect(countTokens(written)).toBeLessThan(800);
  });
});
