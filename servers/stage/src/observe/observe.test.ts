import { describe, expect, it } from 'vitest';
import { flatLook, h } from '../reading/testing/flat-page.ts';
import type { Part } from '../reading/testing/flat-page.ts';
import type { StageElement } from './element.ts';
import { SecretMemory } from './secrets/secret-memory.ts';

const elements = (...parts: readonly Part[]): readonly StageElement[] =>
  flatLook(parts).placed.map(({ element }) => element);
const lines = (...parts: readonly Part[]): readonly string[] =>
  elements(...parts).map(({ role, name }) => `${role} ${name}`.trim());

describe('roles', () => {
  it('take the first role that ARIA knows, and that of HTML otherwise', () => {
    expect(lines(h('div', { role: 'foo button' }, 'A'), h('button', { role: 'foo' }, 'B'))).toEqual([
      'button A',
      'button B',
    ]);
  });

  it('ignore `presentation` on an element that takes the focus', () => {
    expect(lines(h('a', { href: '#', role: 'presentation' }, 'A'))).toEqual(['link A']);
    expect(lines(h('h2', { role: 'none' }, 'A'))).toEqual(['text A']);
  });

  it('depend on the place: items need a list, headers of the page are landmarks', () => {
    expect(lines(h('div', { role: 'option' }, 'A'))).toEqual(['text A']);
    expect(lines(h('header', {}, 'Top'), h('article', {}, h('header', {}, 'Inside')))).toEqual([
      'banner Top',
      'article Inside',
    ]);
  });
});

describe('names', () => {
  it('come from labels, and the labels are not shown again', () => {
    expect(lines(h('label', { for: 'a' }, 'Amount'), h('input', { id: 'a' }))).toEqual(['textbox Amount']);
    expect(lines(h('label', {}, 'I agree ', h('input', { type: 'checkbox' })))).toEqual(['checkbox I agree']);
  });

  it('come from elements that others name, hidden ones too, and from the element itself', () => {
    const parts = [
      h('button', { id: 'b', 'aria-labelledby': 'b x' }, 'Delete'),
      h('span', { id: 'x', hidden: '' }, 'report'),
    ];
    expect(lines(...parts)).toEqual(['button Delete report']);
  });

  it('end at a reference that leads back', () => {
    const parts = [
      h('button', { id: 'a', 'aria-labelledby': 'b' }),
      h('button', { id: 'b', 'aria-labelledby': 'a' }, 'B'),
    ];
    expect(lines(...parts)).toEqual(['button B', 'button B']);
  });

  it('come from a cell with a control whose label is around it', () => {
    const cell = h('td', {}, h('label', {}, h('input', { type: 'checkbox' }), ' Done'));
    expect(lines(h('table', {}, h('tr', {}, cell, h('td', {}, 'Report'))))).toContain('checkbox Done');
  });

  it('leave out what is hidden, and cut what is endless', () => {
    expect(lines(h('button', {}, 'Save', h('span', { 'aria-hidden': 'true' }, ' ✓')))).toEqual(['button Save']);
    expect(elements(h('button', {}, 'x'.repeat(50_000)))[0]?.name.length).toBe(1000);
  });
});

describe('elements', () => {
  it('join the text of a line, and leave out lone punctuation', () => {
    expect(lines(h('p', {}, 'Press ', h('b', {}, 'Enter'), ' now'), h('p', {}, '|'))).toEqual(['text Press Enter now']);
  });

  it('have the states that apply', () => {
    const [group, box] = elements(
      h('fieldset', { disabled: '' }, h('input', { type: 'checkbox', ':checked': 'true', required: '' })),
    );
    expect(group?.role).toBe('group');
    expect(box?.state).toEqual({ disabled: true, checked: true, required: true });
  });

  it('know their rows, also in lists without roles, but not the text of buttons in them', () => {
    const row = (name: string, action: string): Part => h('div', {}, h('span', {}, name), h('button', {}, action));
    const buttons = elements(h('div', {}, row('Alice', 'Follow'), row('Bob', 'Following'))).filter(
      ({ role }) => role === 'button',
    );
    expect(buttons.map(({ context }) => context)).toEqual(['Alice', 'Bob']);
  });

  it('survive a page that nests without end', () => {
    let part: Part = h('button', {}, 'Deep');
    for (let depth = 0; depth < 1200; depth += 1) part = h('div', {}, part);
    expect(() => elements(h('button', {}, 'First'), part)).not.toThrow();
  });
});

describe('secrets', () => {
  it('are remembered by node and by name of the field', () => {
    const secrets = new SecretMemory();
    const values = (type: string, id: string): readonly (string | undefined)[] =>
      flatLook([h('input', { ':id': id, type, name: 'pw', ':value': 'hunter2' })], { secrets }).placed.map(
        ({ element }) => element.value,
      );
    expect(values('password', '50')).toEqual(['[secret]']);
    expect(values('text', '50')).toEqual(['[secret]']);
    expect(values('text', '51')).toEqual(['[secret]']);
  });

  it('are recognised in a field that takes the place of another, by its label or its value', () => {
    const secrets = new SecretMemory();
    const values = (...parts: readonly Part[]): readonly (string | undefined)[] =>
      flatLook(parts, { secrets }).placed.flatMap(({ element }) => (element.role === 'textbox' ? [element.value] : []));
    const field = (id: string, type: string, label: string, value: string): Part =>
      h('label', {}, label, h('input', { ':id': id, type, ':value': value }));
    expect(values(field('60', 'password', 'PIN', '1234'), field('61', 'password', 'Key', 'hunter2'))).toEqual([
      '[secret]',
      '[secret]',
    ]);
    expect(values(field('70', 'text', 'PIN', '5678'), field('71', 'text', 'Other', 'hunter2'))).toEqual([
      '[secret]',
      '[secret]',
    ]);
  });

  it('do not spread to another field with the same label while the secret one is there', () => {
    const row = (id: string, type: string, value: string): Part =>
      h('input', { ':id': id, type, 'aria-label': 'Value', ':value': value });
    const values = flatLook([row('80', 'password', 'hunter2'), row('81', 'text', 'plain')]).placed.map(
      ({ element }) => element.value,
    );
    expect(values).toEqual(['[secret]', 'plain']);
  });

  it('are masked in the names, rows and lines that contain them', () => {
    const secret = h('span', { 'data-secret': '' }, 'RC-8842', h('b', {}, '-1177'), h('img', { alt: 'RC-8842' }));
    const parts = [
      h('button', {}, 'Copy ', secret),
      h('p', {}, 'Code ', secret),
      h('ul', {}, h('li', {}, secret, h('button', {}, 'Use')), h('li', {}, 'None ', h('button', {}, 'Use'))),
      h('input', { type: 'password', ':value': 'hunter2', title: 'It is hunter2', 'aria-label': 'Password' }),
      h('p', {}, 'hunter2'),
      h('iframe', { title: 'Vault', 'data-private': '' }),
    ];
    const text = JSON.stringify(elements(...parts));
    expect(text).not.toMatch(/8842|1177|hunter2/u);
    expect(lines(...parts)[0]).toMatch(/^button Copy \[secret\]/u);
    expect(lines(...parts)).toContain('textbox Password');
  });
});
