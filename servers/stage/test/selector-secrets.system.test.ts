import type { JsonObject } from '@recourse/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lacksBrowser } from '../src/observe/testing/open-page.ts';
import { openActingPage } from '../src/testing/acting-page.ts';
import type { ActingPage } from '../src/testing/acting-page.ts';

describe.skipIf(lacksBrowser)('selectors and secrets', () => {
  let page: ActingPage;
  beforeAll(async () => {
    page = await openActingPage();
  });
  afterAll(() => page.close());

  const count = async (selector: string): Promise<unknown> =>
    ((await page.call('electron_elements_list', { selector })) as unknown as JsonObject)['count'];
  const counts = async (selectors: readonly string[]): Promise<Record<string, unknown>> =>
    Object.fromEntries(await Promise.all(selectors.map(async (one) => [one, await count(one)] as const)));
  const all = (selectors: readonly string[], expected: number): Record<string, unknown> =>
    Object.fromEntries(selectors.map((one) => [one, expected]));

  it('never matches a comparison with the value of a secret field, in any notation', async () => {
    await page.load(`<!doctype html><form><input type=PassWord value=topsecret data-note=topsecret></form>`);
    const selectors = [
      'input[value^=t]',
      '[value="topsecret"]',
      '[VALUE$=secret i]',
      '[*|value*=opsec]',
      '[|value^="t"]',
      String.raw`[v\61 lue^=t]`,
      'input[/**/value/**/^=/**/"t"/**/]',
      '[data-note|=topsecret]',
      'form:has([value^=t])',
      'form:has(> :is(p, [value^=t]))',
      ':is([value^=t], nothing)',
      ':nth-child(1 of [value^=t])',
      'input:not(:not([value^=t]))',
    ];
    expect(await counts(selectors)).toEqual(all(selectors, 0));
    // A negation holds for every guess.
    const negations = ['input:not([value^=t])', 'input:not([value^=x])', 'form:not(:has([value^=t]))'];
    expect(await counts(negations)).toEqual(all(negations, 1));
  });

  it('rejects a selector whose comparisons it cannot find', async () => {
    await page.load('<!doctype html><input type=password value=topsecret>');
    for (const selector of ['[value^=t', ':is(url(a"), input[value^=t], url(b"))', ':is(url(/*), [value^=t], url(*/))'])
      expect(await page.call('electron_exists', { selector })).toMatchObject({ code: 'SELECTOR_INVALID' });
  });

  it('hides the secret from every tool that takes a selector', async () => {
    await page.load('<!doctype html><input type=password value=topsecret aria-label=Key>');
    const selector = 'input[value^=t]';
    expect(await page.call('electron_exists', { selector })).toMatchObject({ exists: false });
    for (const tool of ['electron_get_text', 'electron_get_state', 'electron_get_bbox', 'electron_click'])
      expect([tool, (await page.call(tool, { selector })).code]).toEqual([tool, 'SELECTOR_NO_MATCH']);
    const waits: readonly (readonly [string, JsonObject, string])[] = [
      ['electron_wait_for_selector', { state: 'attached' }, 'WAIT_TIMEOUT'],
      ['electron_wait_for_state', { state: { visible: true } }, 'WAIT_TIMEOUT'],
      ['electron_expect_value', { not_equals: 'x' }, 'EXPECTATION_FAILED'],
      ['electron_expect_count', { min: 1 }, 'EXPECTATION_FAILED'],
    ];
    for (const [tool, args, code] of waits)
      expect([tool, (await page.call(tool, { selector, timeoutMs: 0, ...args })).code]).toEqual([tool, code]);
  });

  it('hides secrets in frames, in shadow roots, inside marked elements, and of fields that were passwords', async () => {
    await page.load(
      `<!doctype html><div data-secret><x-a><template shadowrootmode=closed><input value=topsecret></template></x-a>
        <b title=topsecret data-code=topsecret>x</b></div><input autocomplete="section-a CC-NUMBER" value=topsecret>
      <input style="-webkit-text-security:disc" value=topsecret><input id=was type=password value=topsecret>
      <iframe srcdoc="<input type=password value=topsecret>"></iframe>
      <iframe data-secret srcdoc="<p title=topsecret>x</p>"></iframe>
      <iframe src="${page.foreign('<input type=password value=topsecret>')}"></iframe>`,
      1,
    );
    await page.call('electron_snapshot');
    await page.evaluate(`document.querySelector('#was').type = 'text'`);
    const selectors = ['[value^=t]', '[title^=t]', '[data-code^=t]', ':not(:not([value$=t]))'];
    expect(await counts(selectors)).toEqual(all(selectors, 0));
  });

  it('matches everything else on a page with secrets', async () => {
    await page.load(
      `<!doctype html><input type=password name=pw data-testid=key class=field value=topsecret data-slot=input>
      <input type=radio name=plan value=team data-slot=input><select><option value=de>D</option></select>
      <button data-slot=button value=go title="a]b">Go</button><p data-secret=false data-x=1>p</p>`,
    );
    const selectors = [
      '[value=team]',
      'option[value^="d"]',
      'button[data-slot="button"][value=go]',
      '[title="a]b"]',
      '[data-testid=key]',
      'input[type=password][name="pw"].field',
      'input[type=password][value]',
      'p[data-x="1"]',
      '[data-slot=input]',
    ];
    expect(await counts(selectors)).toEqual(all(selectors, 1));
  });
});
