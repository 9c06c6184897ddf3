import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lacksBrowser } from '../src/observe/testing/open-page.ts';
import { openActingPage } from '../src/testing/acting-page.ts';
import type { ActingPage } from '../src/testing/acting-page.ts';

let page: ActingPage;

beforeAll(async () => {
  if (!lacksBrowser) page = await openActingPage();
});
afterAll(() => page.close());

/** Long enough for a loaded machine; a wait that works ends far earlier. */
const patient = { timeoutMs: 30_000 };

describe.skipIf(lacksBrowser)('electron_wait_for_selector', () => {
  it('waits until an element is attached, visible, hidden and detached', async () => {
    await page.load(`<!doctype html><main></main><script>const add = () => { document.querySelector('main').innerHTML = '<p id=a hidden>Text</p>'; };
      const steps = [add, () => { a.hidden = false; }, () => { a.hidden = true; }, () => a.remove()]; next = () => steps.shift()();</script>`);
    for (const state of ['attached', 'visible', 'hidden', 'detached']) {
      const waiting = page.call('electron_wait_for_selector', { selector: '#a', state, ...patient });
      await page.evaluate('next()');
      expect(await waiting).toMatchObject({ matched: true, state });
    }
  });

  it('returns the last state when the time is up', async () => {
    await page.load('<!doctype html><p id=a hidden>Text</p><p id=b>Shown</p>');
    expect(await page.call('electron_wait_for_selector', { selector: '#a', timeoutMs: 50 })).toMatchObject({
      code: 'WAIT_TIMEOUT',
      effect: 'none',
      details: { condition: 'visible', timeout_ms: 50, last_state: { attached: true, visible: false } },
    });
    expect(
      await page.call('electron_wait_for_selector', { selector: '#b', state: 'hidden', timeoutMs: 0 }),
    ).toMatchObject({ code: 'WAIT_TIMEOUT', details: { last_state: { attached: true, visible: true } } });
    expect(await page.call('electron_wait_for_selector', { selector: '#c', timeoutMs: 0 })).toMatchObject({
      details: { selector: '#c', last_state: { attached: false } },
    });
  });

  it('takes a removed reference for detached, and refuses one that was never given', async () => {
    await page.load('<!doctype html><button id=a>Save</button>');
    const ref = await page.refOf('Save');
    await page.evaluate('a.remove()');
    expect(await page.call('electron_wait_for_selector', { ref, state: 'detached' })).toMatchObject({ matched: true });
    expect(await page.call('electron_wait_for_selector', { ref, state: 'visible', ...patient })).toMatchObject({
      code: 'REF_NOT_FOUND',
      details: { reason: 'removed' },
    });
    expect(await page.call('electron_wait_for_selector', { ref: 900_000, state: 'detached' })).toMatchObject({
      code: 'REF_NOT_FOUND',
      details: { reason: 'never_seen' },
    });
  });

  it('continues when the page is loaded again', async () => {
    await page.load('<!doctype html><p>First</p>');
    const waiting = page.call('electron_wait_for_selector', { selector: '#second', ...patient });
    await page.load('<!doctype html><p id=second>Second</p>');
    expect(await waiting).toMatchObject({ matched: true });
  });
});

describe.skipIf(lacksBrowser)('electron_wait_for_state', () => {
  it('waits until all states hold at the same time', async () => {
    // The two states alternate, so that each is often seen and both together only at the end.
    await page.load(`<!doctype html><input type=checkbox id=a disabled><script>let odd = false;
      timer = setInterval(() => { odd = !odd; a.checked = odd; a.disabled = odd; }, 5);
      finish = () => { clearInterval(timer); a.checked = true; a.disabled = false; };</script>`);
    const waiting = page.call('electron_wait_for_state', {
      selector: '#a',
      state: { checked: true, enabled: true },
      ...patient,
    });
    expect(
      await page.call('electron_wait_for_state', {
        selector: '#a',
        state: { checked: true, enabled: true },
        timeoutMs: 300,
      }),
    ).toMatchObject({ code: 'WAIT_TIMEOUT', details: { condition: 'enabled, checked' } });
    await page.evaluate('finish()');
    expect(await waiting).toMatchObject({ matched: true, state: { checked: true, enabled: true, disabled: false } });
  });

  it('returns all last states, and a next call that is valid', async () => {
    await page.load('<!doctype html><button id=a disabled aria-pressed=true>Bold</button>');
    const failed = await page.call('electron_wait_for_state', {
      selector: '#a',
      state: { enabled: true, pressed: true },
      timeoutMs: 20,
    });
    expect(failed.details.last_state).toEqual({
      attached: true,
      visible: true,
      enabled: false,
      disabled: true,
      checked: false,
      selected: false,
      expanded: false,
      pressed: true,
      focused: false,
      readonly: false,
      required: false,
      invalid: false,
      busy: false,
    });
    const [next] = failed.next_actions;
    expect(await page.call(next?.tool as string, next?.arguments)).toMatchObject({ kind: 'full' });
    expect(await page.call('electron_wait_for_state', { selector: '#a', state: {} })).toMatchObject({ ok: false });
  });
});

describe.skipIf(lacksBrowser)('electron_wait_for_event', () => {
  it('waits for an event on an element or anywhere, and ends without one', async () => {
    await page.load(
      '<!doctype html><input id=a><script>again = (type) => setInterval(() => a.dispatchEvent(new CustomEvent(type, { bubbles: true })), 20);</script>',
    );
    const anywhere = page.call('electron_wait_for_event', { eventName: 'app:ready', ...patient });
    await page.evaluate("again('app:ready')");
    expect(await anywhere).toMatchObject({
      fired: true,
      event: { type: 'app:ready', trusted: false, on: '<input id="a">' },
    });
    const onElement = page.call('electron_wait_for_event', { selector: '#a', eventName: 'ping', ...patient });
    await page.evaluate("again('ping')");
    expect(await onElement).toMatchObject({ fired: true });
    expect(await page.call('electron_wait_for_event', { eventName: 'never', timeoutMs: 50 })).toMatchObject({
      code: 'WAIT_TIMEOUT',
      details: { condition: 'event never', last_state: { fired: false } },
    });
  });
});

describe.skipIf(lacksBrowser)('expectations', () => {
  it('wait until text, values, states, counts and addresses are as expected', async () => {
    await page.load(`<!doctype html><p id=a>Loading</p><input id=b><ul></ul><script>finish = () => { a.textContent = 'Ready: 3 items'; b.value = 'done'; b.readOnly = true;
      document.querySelector('ul').innerHTML = '<li>1<li>2<li>3'; history.replaceState(null, '', '?step=2'); };</script>`);
    const all = Promise.all([
      page.call('electron_expect_text', { selector: '#a', regex: '^ready: \\d+', flags: 'i', ...patient }),
      page.call('electron_expect_text', { selector: '#a', not_contains: 'Loading', ...patient }),
      page.call('electron_expect_value', { selector: '#b', equals: 'done', ...patient }),
      page.call('electron_expect_state', { selector: '#b', state: { readonly: true, visible: true }, ...patient }),
      page.call('electron_expect_count', { selector: 'li', equals: 3, ...patient }),
      page.call('electron_expect_count', { role: 'listitem', min: 2, max: 5, ...patient }),
      page.call('electron_expect_url', { contains: 'step=2', ...patient }),
      page.call('electron_expect_url', { matches: 'step=[0-9]$', ...patient }),
      page.call('electron_expect_visible', { by: { role: 'listitem', name: '3' }, ...patient }),
    ]);
    await page.evaluate('finish()');
    for (const answer of await all) expect(answer).toMatchObject({ matched: true });
  });

  it('fail with the expected and the actual value', async () => {
    await page.load('<!doctype html><p id=a data-kind=note>Four</p><input id=b value=4><p id=c hidden>C</p>');
    const failure = async (tool: string, args: object) => {
      const { code, details } = await page.call(tool, { timeoutMs: 0, ...args });
      expect(code).toBe('EXPECTATION_FAILED');
      return [details['expected'], details['actual']];
    };
    expect(await failure('electron_expect_text', { selector: '#a', equals: 'Five' })).toEqual([
      { equals: 'Five' },
      'Four',
    ]);
    expect(await failure('electron_expect_text', { selector: '#none', contains: 'x' })).toEqual([
      { contains: 'x' },
      undefined,
    ]);
    expect(await failure('electron_expect_value', { selector: '#b', not_equals: '4' })).toEqual([
      { not_equals: '4' },
      '4',
    ]);
    expect(await failure('electron_expect_visible', { selector: '#c' })).toEqual([
      { visible: true },
      { visible: false },
    ]);
    expect(await failure('electron_expect_state', { selector: '#b', state: { required: true } })).toEqual([
      { required: true },
      { required: false },
    ]);
    expect(await failure('electron_expect_count', { selector: 'p', max: 1 })).toEqual([{ max: 1 }, 2]);
    const [, url] = await failure('electron_expect_url', { contains: 'nowhere' });
    expect(url).toContain('http://127.0.0.1');
    const { timeoutMs: _, ...once } = { timeoutMs: 0, selector: '#a', attribute: 'data-kind' };
    expect(await page.call('electron_assert_pattern', { ...once, equals: 'task' })).toMatchObject({
      code: 'EXPECTATION_FAILED',
      details: { expected: { equals: 'task' }, actual: 'note' },
    });
    expect(await page.call('electron_assert_pattern', { ...once, matches_regex: '^n' })).toMatchObject({
      matched: true,
    });
  });

  it('count visible, hidden, enabled and disabled elements', async () => {
    await page.load('<!doctype html><button>A</button><button disabled>B</button><button hidden>C</button>');
    const count = async (args: object) => {
      const { details } = await page.call('electron_expect_count', { ...args, equals: 99, timeoutMs: 0 });
      return details['actual'];
    };
    expect(await count({ selector: 'button' })).toBe(3);
    expect(await count({ selector: 'button', visible: true })).toBe(2);
    expect(await count({ selector: 'button', visible: false })).toBe(1);
    expect(await count({ role: 'button' })).toBe(2);
    expect(await count({ role: 'button', enabled: false })).toBe(1);
    expect(await count({ visible: false, interactive: true })).toBe(1);
    expect(await count({ name_contains: 'b', interactive: true })).toBe(1);
    const refused = async (args: object) =>
      (await page.call('electron_expect_count', { timeoutMs: 0, ...args })).details['argument'];
    expect(await refused({ equals: 1 })).toBe('selector');
    expect(await refused({ selector: 'b', role: 'button', min: 1 })).toBe('role');
    expect(await refused({ role: 'button', equals: 1, max: 2 })).toBe('equals');
  });

  it('take flags for every pattern', async () => {
    await page.load('<!doctype html><p id=a title="Note">TEXT</p>');
    const once = { selector: '#a', flags: 'i' };
    const matched = { matched: true };
    expect(await page.call('electron_assert_pattern', { ...once, matches_regex: '^text$' })).toMatchObject(matched);
    expect(await page.call('electron_expect_url', { matches: '^HTTP:', flags: 'i', timeoutMs: 0 })).toMatchObject(
      matched,
    );
  });

  it('reject rules that are empty or cannot be run in linear time', async () => {
    await page.load('<!doctype html><p id=a>Text</p>');
    const code = async (args: object) => (await page.call('electron_expect_text', { selector: '#a', ...args })).code;
    expect(await code({})).toBe('VALIDATION_INVALID_VALUE');
    expect(await code({ regex: '(a)\\1' })).toBe('BAD_ARGUMENT');
    expect(await code({ regex: '(' })).toBe('BAD_ARGUMENT');
    expect((await page.call('electron_expect_count', { selector: 'p' })).code).toBe('BAD_ARGUMENT');
  });

  it('never match a secret, so that they cannot be used to guess it', async () => {
    await page.load('<!doctype html><input type=password id=a value=hunter2>');
    const failed = { code: 'EXPECTATION_FAILED', details: { actual: '[secret]' } };
    for (const rule of [
      { equals: 'hunter2' },
      { contains: 'h' },
      { regex: 'hunter.' },
      { regex: '.' },
      { equals: '[secret]' },
      { not_equals: 'hunter2' },
      { not_contains: 'x' },
    ])
      expect(await page.call('electron_expect_value', { selector: '#a', timeoutMs: 0, ...rule })).toMatchObject(failed);
    const attribute = { selector: '#a', attribute: 'value', matches_regex: '.' };
    expect(await page.call('electron_assert_pattern', attribute)).toMatchObject(failed);
    await page.load('<!doctype html><input type=password id=a><input id=b value="[secret]">');
    const empty = { selector: '#a', equals: '', timeoutMs: 0 };
    expect(await page.call('electron_expect_value', empty)).toMatchObject({ matched: true });
    const literal = { selector: '#b', equals: '[secret]', timeoutMs: 0 };
    expect(await page.call('electron_expect_value', literal)).toMatchObject({ matched: true });
  });
});

describe.skipIf(lacksBrowser)('electron_dialog_handler', () => {
  const dialogs = `<!doctype html><button id=a onclick="answers = [confirm('Sure?'), prompt('Name?', 'Ada')]">Ask</button>`;

  it('sets how dialogs are answered, for one dialog or for all', async () => {
    await page.load(dialogs);
    await page.call('electron_dialog_handler', { action: 'accept', promptText: 'Grace' });
    await page.call('electron_click', { selector: '#a' });
    expect(await page.evaluate('answers')).toEqual([true, 'Grace']);
    await page.call('electron_dialog_handler', { action: 'dismiss', perType: { prompt: 'accept' } });
    await page.call('electron_click', { selector: '#a' });
    expect(await page.evaluate('answers')).toEqual([false, 'Ada']);
    await page.call('electron_dialog_handler', { action: 'accept', oneShot: true });
    await page.call('electron_click', { selector: '#a' });
    expect(await page.evaluate('answers')).toEqual([true, null]);
    expect(await page.call('electron_dialog_handler', { limit: 1 })).toMatchObject({
      policy: { action: 'dismiss', perType: { beforeunload: 'accept' }, oneShot: false },
      entries: [{ type: 'prompt', message: 'Name?', action: 'dismiss' }],
    });
  });

  it('keeps a page usable that opens dialogs endlessly', async () => {
    await page.load(`<!doctype html><p id=a>Text</p><script>timer = setInterval(() => alert('Again'), 0);</script>`);
    expect(await page.call('electron_expect_text', { selector: '#a', equals: 'Text', ...patient })).toMatchObject({
      matched: true,
    });
    expect(await page.call('electron_dialog_handler', {})).toMatchObject({ policy: { action: 'dismiss' } });
    await page.evaluate('clearInterval(timer)');
  });

  it('leaves a page that asks for confirmation before unloading', async () => {
    await page.load(
      `<!doctype html><a id=a href="?next">Next</a><script>addEventListener('beforeunload', (event) => event.preventDefault());</script>`,
    );
    expect(await page.call('electron_click', { selector: '#a' })).toHaveProperty('target');
    expect(await page.call('electron_expect_url', { contains: '?next', ...patient })).toMatchObject({ matched: true });
  });
});
