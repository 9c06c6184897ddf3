import { describe, expect, it } from 'vitest';
import { countTokens } from '../../tokens/count-tokens.ts';
import { BadArgumentError } from '../bad-argument-error.ts';
import { Observer } from '../observer.ts';
import { flatLook, h } from '../testing/flat-page.ts';
import type { Part } from '../testing/flat-page.ts';
import { leastBudget } from './fit.ts';
import { renderSnapshot } from './snapshot.ts';

const rows = (count: number, text: string): readonly Part[] =>
  Array.from({ length: count }, (_, at) =>
    h('div', {}, h('span', {}, `${text} ${at * 7919}`), h('button', {}, `${text} ${at}`)),
  );

const scripts: Readonly<Record<string, string>> = {
  latin: 'Save the quarterly report',
  chinese: '设置页面允许您更改帐户名称',
  thai: 'หน้าการตั้งค่าช่วยให้คุณเปลี่ยนชื่อ',
  emoji: '😀🎉👩‍👩‍👧🚀🔥✅❤️🏳️‍🌈',
  hex: 'deadbeef0123f00dcafe42',
  base64: 'aGVsbG8gd29ybGQgZm9vIGJhcg9xZ',
};

/** The answer as a dialect writes it, with the longest values around it. */
const written = (answer: object): string =>
  JSON.stringify({
    ok: true,
    ...answer,
    _meta: { estimated_tokens: 199_999, elapsed_ms: 120_000, session_id: 'session-999999999' },
  });

describe('a snapshot within a budget', () => {
  it.each(Object.entries(scripts))('fits, and is well filled, on pages of %s', (_name, text) => {
    for (const count of [10, 300]) {
      const look = flatLook([h('h1', {}, text), ...rows(count, text)]);
      for (const format of ['text', 'json'] as const) {
        for (const budgetTokens of [leastBudget, 1000, 5000]) {
          const answer = renderSnapshot(new Observer(), look, { format, budgetTokens });
          const tokens = countTokens(written(answer));
          expect(tokens).toBeLessThanOrEqual(budgetTokens);
          // The bound counts more than the real tokens, so that 80 % of it are more than 60 % of them.
          if (answer.omitted) expect(tokens).toBeGreaterThan(0.8 * budgetTokens);
        }
      }
    }
  });

  it('shows everything that was left out, in further calls that it names', () => {
    const observer = new Observer();
    const look = flatLook(rows(120, 'Open invoice'));
    const seen = new Set<number>();
    let answer = renderSnapshot(observer, look, { budgetTokens: 700 });
    for (;;) {
      for (const [, ref] of (answer.snapshot ?? '').matchAll(/^\s*\[(\d+)\]/gmu)) seen.add(Number(ref));
      if (!answer.omitted) break;
      answer = renderSnapshot(observer, look, answer.omitted.more.arguments);
    }
    expect(seen.size).toBe(look.placed.length);
  });

  it('prefers visible controls to plain content', () => {
    const look = flatLook([
      ...rows(40, 'Text beside'),
      h('dialog', { 'aria-label': 'Confirm' }, h('button', {}, 'Yes')),
    ]);
    const { snapshot = '' } = renderSnapshot(new Observer(), look, { budgetTokens: 600 });
    expect(snapshot).toContain('dialog "Confirm"');
    expect(snapshot).toContain('button');
    expect(snapshot).not.toContain('text "');
  });

  it('cuts one long text for a small budget, and still shows the others', () => {
    const look = flatLook([h('button', {}, '長'.repeat(900)), h('button', {}, 'Short')]);
    const { snapshot = '' } = renderSnapshot(new Observer(), look, { budgetTokens: leastBudget });
    expect(snapshot).toMatch(/长|長…?/u);
    expect(snapshot).toContain('Short');
  });

  it('shows no more entries than asked for, and names the call that shows the others', () => {
    const observer = new Observer();
    const look = flatLook(rows(20, 'Row'));
    const answer = renderSnapshot(observer, look, { maxEntries: 5 });
    expect(answer).toMatchObject({ entry_count: 5, truncated: true });
    const shown = new Set<string>();
    for (let at = answer; ; at = renderSnapshot(observer, look, at.omitted?.more.arguments ?? {})) {
      for (const line of (at.snapshot ?? '').split('\n')) shown.add(line);
      expect(at.entry_count).toBeLessThanOrEqual(5);
      if (!at.truncated) break;
    }
    expect(shown.size).toBe(look.placed.length);
  });
});

describe('the forms of a snapshot', () => {
  const parts = (name: string): readonly Part[] => [
    h(
      'main',
      { ':id': '90' },
      h('h1', { ':id': '91' }, 'Title'),
      h(
        'ul',
        { ':id': '92' },
        h('li', { ':id': '93' }, 'One'),
        h('li', { ':id': '94' }, h('button', { ':id': '95', disabled: '' }, name)),
      ),
    ),
    h('input', { ':id': '96', 'aria-label': 'Amount', ':value': '12', required: '' }),
  ];

  it('writes one line for each element, indented by its containers', () => {
    const { snapshot } = renderSnapshot(new Observer(), flatLook(parts('Pay')), {});
    expect(snapshot?.split('\n')).toEqual([
      '[1] main',
      '  [2] heading "Title" level 1',
      '  [3] list',
      '    [4] listitem "One"',
      '    [5] listitem',
      '      [6] button "Pay" disabled',
      '[7] textbox "Amount" required = "12"',
    ]);
  });

  it('writes the same as JSON', () => {
    const { elements } = renderSnapshot(new Observer(), flatLook(parts('Pay')), { format: 'json' });
    expect(elements?.[0]?.children?.[1]?.children?.[1]).toEqual({
      ref: 5,
      role: 'listitem',
      children: [{ ref: 6, role: 'button', name: 'Pay', state: { disabled: true } }],
    });
  });

  it('shows only controls, with the containers they are in', () => {
    const { snapshot } = renderSnapshot(new Observer(), flatLook(parts('Pay')), { interactiveOnly: true });
    expect(snapshot).not.toContain('heading');
    expect(snapshot).toContain('button "Pay"');
  });

  it('shows the inside of one element', () => {
    const observer = new Observer();
    const look = flatLook(parts('Pay'));
    renderSnapshot(observer, look, {});
    const { snapshot } = renderSnapshot(observer, look, { ref: 3 });
    expect(snapshot?.split('\n').map((line) => line.trim().split(' ')[0])).toEqual(['[3]', '[4]', '[5]', '[6]']);
  });

  it('shows the difference to an earlier snapshot, by reference', () => {
    const observer = new Observer();
    renderSnapshot(observer, flatLook(parts('Pay')), {});
    const [main] = parts('Pay') as [Exclude<Part, string>];
    const changed = flatLook([
      { ...main, children: [main.children[1] as Part] },
      h('input', { ':id': '96', 'aria-label': 'Amount', ':value': '13', required: '' }),
      h('button', { ':id': '99' }, 'New'),
    ]);
    const { kind, diff } = renderSnapshot(observer, changed, { since: 'last' });
    expect(kind).toBe('diff');
    expect(diff?.split('\n').toSorted()).toEqual([
      '+ [8] button "New"',
      '- [2] heading "Title"',
      '~ [7] textbox "Amount" required = "13", before: value "12"',
    ]);
  });

  it('gives a new number to an element whose name has changed, and tells the old one', () => {
    const observer = new Observer();
    renderSnapshot(observer, flatLook(parts('Pay')), {});
    const answer = renderSnapshot(observer, flatLook(parts('Refund')), { since: 1, format: 'json' });
    expect(answer.changed).toEqual([
      { ref: 8, was: 6, role: 'button', name: 'Refund', changes: { name: ['Pay', 'Refund'] } },
    ]);
  });

  it('shows changed elements before and after in the format full', () => {
    const observer = new Observer();
    renderSnapshot(observer, flatLook(parts('Pay')), {});
    const full = { since: 1, diffFormat: 'full' } as const;
    const answer = renderSnapshot(observer, flatLook(parts('Refund')), { ...full, format: 'json' });
    const state = { disabled: true };
    expect(answer).toMatchObject({ kind: 'diff', diff_format: 'full', truncated: false });
    expect(answer.changed).toEqual([
      {
        ref: 8,
        was: 6,
        role: 'button',
        before: { ref: 6, role: 'button', name: 'Pay', state },
        after: { ref: 8, role: 'button', name: 'Refund', state },
      },
    ]);
    const another = new Observer();
    renderSnapshot(another, flatLook(parts('Pay')), {});
    const { diff } = renderSnapshot(another, flatLook(parts('Refund')), full);
    expect(diff).toBe('~ [8] button "Refund" disabled was [6], before: [6] button "Pay" disabled');
  });

  it('says that the page was loaded again, and shows all of it', () => {
    const observer = new Observer();
    renderSnapshot(observer, flatLook(parts('Pay')), {});
    const answer = renderSnapshot(observer, flatLook(parts('Pay'), { loaderId: 'loader-2' }), { since: 'last' });
    expect(answer).toMatchObject({ kind: 'full', renderer_reloaded: true });
    expect(answer.snapshot).toContain('[8] main');
  });

  it('refuses a snapshot_id that it does not know', () => {
    expect(() => renderSnapshot(new Observer(), flatLook(parts('Pay')), { since: 77 })).toThrow(BadArgumentError);
  });
});
