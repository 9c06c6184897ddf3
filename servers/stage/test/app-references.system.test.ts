import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countTokens } from '../src/tokens/count-tokens.ts';
import { hosts, openApp } from './apps/open-app.ts';
import type { OpenApp } from './apps/open-app.ts';

interface Match {
  readonly ref: number;
  readonly name: string;
}
interface Answer {
  readonly code?: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly matches: readonly Match[];
  readonly similar?: readonly { readonly ref: number; readonly role: string; readonly name: string }[];
  readonly snapshot: string;
}

describe.each(hosts)('references in %s', (host) => {
  let app: OpenApp;
  beforeAll(async () => {
    app = await openApp(host, 'actions.html');
  });
  afterAll(() => app.close());

  const refsOf = async (nameExact: string): Promise<readonly number[]> => {
    const { matches } = await app.call<Answer>('electron_find', { name_exact: nameExact });
    return matches.map(({ ref }) => ref);
  };
  const refOf = async (name: string): Promise<number> => (await refsOf(name))[0] as number;

  it('never gives the number of a removed element to a new one', async () => {
    await app.show('actions.html');
    const { snapshot } = await app.call<Answer>('electron_snapshot');
    const highest = Math.max(...[...snapshot.matchAll(/\[(\d+)\]/gu)].map(([, ref]) => Number(ref)));
    expect(await refOf('Save draft')).toBe(highest);
    await app.evaluate(`document.querySelector('#bar').innerHTML = '<button>Erase disk</button>'`);
    await app.call('electron_snapshot');
    expect(await refOf('Erase disk')).toBeGreaterThan(highest);
    expect(await app.call('electron_get_state', { ref: highest })).toMatchObject({
      code: 'REF_NOT_FOUND',
      details: { reason: 'removed', last_role: 'button', last_name: 'Save draft' },
    });
  });

  it('does not let a removed element stand for an equal one in another region', async () => {
    await app.show('actions.html');
    const [first, second] = (await refsOf('Delete')) as [number, number];
    await app.evaluate(`document.querySelector('[aria-label=Drafts] button').remove()`);
    const lost = await app.call<Answer>('electron_get_state', { ref: first });
    expect(lost).toMatchObject({ code: 'REF_NOT_FOUND', retryable: false, details: { reason: 'removed' } });
    expect(lost.similar?.[0]).toMatchObject({ ref: second, role: 'button', name: 'Delete' });
    expect(await app.call('electron_get_state', { ref: second })).toMatchObject({ role: 'button', name: 'Delete' });
  });

  it('tells that the page was loaded again, and does not offer the lost reference itself', async () => {
    await app.show('actions.html');
    const ref = await refOf('Save draft');
    await app.show('actions.html');
    const lost = await app.call<Answer>('electron_get_text', { ref });
    expect(lost).toMatchObject({ code: 'REF_NOT_FOUND', details: { ref, reason: 'reloaded' } });
    expect(lost.similar?.[0]).toMatchObject({ role: 'button', name: 'Save draft' });
    expect(lost.similar?.map((one) => one.ref)).not.toContain(ref);
    const again = lost.similar?.[0]?.ref as number;
    expect(await app.call('electron_get_text', { ref: again })).toMatchObject({ text: 'Save draft' });
  });

  it.each(['open', 'closed', 'nested'])('reads elements in %s shadow roots', async (label) => {
    await app.show('parts.html');
    const ref = await refOf(`Count ${label}`);
    expect(await app.call('electron_get_value', { ref })).toMatchObject({ value: '1' });
    expect(await app.call('electron_get_attribute', { ref, name: 'type' })).toMatchObject({ value: 'number' });
    expect(await app.call('electron_get_state', { ref })).toMatchObject({
      role: 'spinbutton',
      state: { enabled: true },
    });
    expect(await app.call('electron_get_bbox', { ref })).toMatchObject({
      bbox: { width: expect.any(Number) as number },
    });
    await app.evaluate(`for (const root of roots) root.getElementById('field')?.remove()`);
    expect(await app.call('electron_get_value', { ref })).toMatchObject({
      code: 'REF_NOT_FOUND',
      details: { reason: 'removed', last_name: `Count ${label}` },
    });
  });

  it('keeps the whole answer within the budget, also that of a diff', async () => {
    const rows = (from: number): string =>
      Array.from({ length: 400 }, (_, at) => `<li>Row ${from + at} <button>Open 漢字 ${from + at}</button></li>`).join(
        '',
      );
    await app.show(`<!doctype html><title>Rows</title><ul>${rows(0)}</ul>`);
    for (const format of ['text', 'json']) {
      const full = await app.call('electron_snapshot', { format, budgetTokens: 400 });
      expect(countTokens(JSON.stringify(full))).toBeLessThanOrEqual(400);
      await app.evaluate(`document.querySelector('ul').innerHTML = ${JSON.stringify(rows(1000))}`);
      const diff = await app.call('electron_snapshot', { format, since: 'last', budgetTokens: 400 });
      expect(diff).toMatchObject({ kind: 'diff', omitted: { more: { tool: 'electron_snapshot' } } });
      expect(countTokens(JSON.stringify(diff))).toBeLessThanOrEqual(400);
      await app.evaluate(`document.querySelector('ul').innerHTML = ${JSON.stringify(rows(0))}`);
    }
  });
});
