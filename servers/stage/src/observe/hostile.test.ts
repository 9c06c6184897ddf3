import { describe, expect, it } from 'vitest';
import { Observer } from '../reading/observer.ts';
import { renderSnapshot } from '../reading/snapshot/snapshot.ts';
import { flatLook, h } from '../reading/testing/flat-page.ts';
import type { Part } from '../reading/testing/flat-page.ts';

const count = 2000;
const many = (make: (at: number) => Part, times = 1): readonly Part[] =>
  Array.from({ length: times * count }, (_, at) => make(at));
const nest = (levels: number, wrap: (part: Part) => Part, inner: Part): Part => {
  let part = inner;
  for (let level = 0; level < levels; level += 1) part = wrap(part);
  return part;
};
const empties = h('div', { id: 'big' }, ...many(() => h('i'), 5));

/** Pages whose size is ordinary and whose links between elements are not: each would take minutes, or forever. */
const pages: Readonly<Record<string, () => readonly Part[]>> = {
  'labels that all point to the same id': () => [
    ...many(() => h('label', { for: 'x' }, 'L')),
    ...many(() => h('input', { id: 'x' })),
  ],
  'names that all point to the same large part': () => [
    empties,
    ...many(() => h('button', { 'aria-labelledby': 'big '.repeat(50), 'aria-describedby': 'big '.repeat(50) })),
  ],
  'a label with all controls in it': () => [
    h('label', {}, ...many(() => h('i'), 5), ...many(() => h('input', { type: 'text' }))),
  ],
  'labels that hold the control of the next': () =>
    many((at) => h('label', { for: `i${at}` }, h('input', { id: `i${at + 1}` }))),
  'one row with all cells': () => [h('table', {}, h('tr', {}, ...many((at) => h(at % 2 ? 'td' : 'th', {}, 'x'), 5)))],
  'buttons in buttons': () => [nest(800, (part) => h('div', { role: 'button', tabindex: '0' }, part), empties)],
  'rows in rows': () => [nest(800, (part) => h('div', { role: 'row' }, h('div', { role: 'gridcell' }, part)), empties)],
  'roles that need a parent they do not have': () => [nest(900, (part) => h('div', { role: 'option' }, part), 'x')],
  'fields below a long chain of groups': () => [
    nest(800, (part) => h('fieldset', {}, part), h('div', {}, ...many(() => h('input'), 5))),
  ],
};

describe('a page that is built to be slow', () => {
  it.each(Object.keys(pages))('is read in few steps: %s', (title) => {
    const look = flatLook(pages[title]?.() ?? []);
    const answer = renderSnapshot(new Observer(), look, { budgetTokens: 2000 });
    expect(look.placed.length).toBeGreaterThan(0);
    const { areNamesCut, isCut } = look.observation;
    expect(answer.incomplete !== undefined).toBe(areNamesCut || isCut);
  });

  it('is shown without its deepest parts, and says so', () => {
    const look = flatLook([h('button', {}, 'Top'), nest(1500, (part) => h('div', {}, part), h('button', {}, 'Deep'))]);
    const answer = renderSnapshot(new Observer(), look, {});
    expect(answer.snapshot).toContain('Top');
    expect(answer.snapshot).not.toContain('Deep');
    expect(answer.incomplete).toEqual(['The page is too large or too deeply nested; parts of it are missing.']);
  });

  it('is distinguished from an ordinary page', () => {
    const row = (at: number): Part =>
      h('tr', {}, h('th', { scope: 'row' }, `Row ${at}`), h('td', {}, h('button', {}, h('b', {}, 'Edit'))));
    const { observation } = flatLook([h('table', {}, ...many(row))]);
    expect(observation.areNamesCut).toBe(false);
    const slow = flatLook(pages['names that all point to the same large part']?.() ?? []);
    expect(slow.observation.areNamesCut).toBe(true);
  });
});
