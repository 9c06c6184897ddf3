import { describe, expect, it } from 'vitest';
import { SecretMemory } from '../observe/secrets/secret-memory.ts';
import { describeMatches, describeMatchLines } from './describe-match.ts';
import { findElements } from './find-elements.ts';
import { Observer } from './observer.ts';
import { readAttribute, readValue } from './read-value.ts';
import { secretBoxes } from './secret-boxes.ts';
import { placedOf } from './placed-of.ts';
import { flatLook, h } from './testing/flat-page.ts';
import type { Part } from './testing/flat-page.ts';
import { visibleText } from './visible-text.ts';

const page: readonly Part[] = [
  h('h1', {}, 'Invoices'),
  h('ul', {}, h('li', {}, 'One ', h('button', {}, 'Open')), h('li', {}, 'Two ', h('button', { disabled: '' }, 'Open'))),
  h('label', { for: 'pw' }, 'Password'),
  h('input', { id: 'pw', type: 'password', ':value': 'hunter2', value: 'hunter2', 'data-length': '7' }),
  h('select', { 'aria-label': 'Size' }, h('option', {}, 'S'), h('option', { selected: '' }, 'M')),
];

describe('finding elements', () => {
  const look = flatLook([...page, h('div', { hidden: '' }, h('button', {}, 'Erase'), h('p', {}, 'Gone'))]);

  it('matches every condition that is given', () => {
    expect(findElements(look, { role: 'button' }).length).toBe(2);
    expect(findElements(look, { role: 'button', isEnabled: true }).length).toBe(1);
    expect(findElements(look, { nameExact: 'OPEN', isInteractive: true }).length).toBe(2);
    expect(findElements(look, { nameContains: 'voice' }).map(({ element }) => element.role)).toEqual(['heading']);
    expect(findElements(look, { role: 'slider' })).toEqual([]);
  });

  it('finds hidden elements only if asked for them', () => {
    const names = (isVisible: boolean) =>
      findElements(look, { isVisible, isInteractive: true }).map(({ element }) => element.name);
    expect(names(true)).not.toContain('Erase');
    expect(names(false)).toEqual(['Erase']);
    expect(findElements(look, { isVisible: false, role: 'paragraph' }).length).toBe(1);
    expect(findElements(look, { isVisible: false, role: 'heading' })).toEqual([]);
  });

  it('tells elements with the same name apart by their rows', () => {
    const observer = new Observer();
    const found = findElements(look, { role: 'button' });
    const { matches, count } = describeMatches(observer, 's1', found, { limit: 10, budgetTokens: 2000 });
    expect(count).toBe(2);
    expect(matches.map(({ context }) => context)).toEqual(['One', 'Two']);
    expect(observer.book.find(matches[1]?.ref as number)?.shown.context).toBe('Two');
  });

  it('leaves out the text of a row that only repeats the name', () => {
    const fields = flatLook([
      h('ul', {}, h('li', {}, h('label', { for: 'a' }, 'City'), h('input', { id: 'a' }))),
      h('ul', {}, h('li', {}, 'Oslo', h('button', {}, 'Open'))),
    ]);
    const found = findElements(fields, { isInteractive: true });
    const described = describeMatchLines(new Observer(), 's1', found, { limit: 10, budgetTokens: 2000 });
    expect(described.matches_text).toBe('[1] textbox "City"\n[2] button "Open" in "Oslo"');
  });

  it('tells elements outside of rows apart by the text beside them', () => {
    const beside = flatLook([
      h('section', { 'aria-label': 'Work' }, h('p', {}, 'Laptop ', h('button', {}, 'Remove'))),
      h(
        'section',
        { 'aria-label': 'Home' },
        h('p', {}, 'Router ', h('div', { role: 'group' }, h('button', {}, 'Remove'))),
      ),
      h('section', {}, h('p', {}, `Laptop ${'x'.repeat(400)}`), h('button', {}, 'Remove')),
    ]);
    const find = (near: string) => findElements(beside, { role: 'button', near });
    expect(find('laptop').length).toBe(1);
    expect(find('Router').length).toBe(1);
    const options = { limit: 10, budgetTokens: 2000, showsSurroundings: true };
    const described = describeMatchLines(new Observer(), 's1', [...find('Laptop'), ...find('Router')], options);
    expect(described.matches_text).toBe('[1] button "Remove" in "Laptop"\n[2] button "Remove" in "Router"');
    // A reference would be lost when its context changes.
    expect(find('Laptop')[0]?.element).not.toHaveProperty('context');
  });

  it('counts what a limit leaves out', () => {
    const found = findElements(look, {});
    const { matches, truncated } = describeMatches(new Observer(), 's1', found, { limit: 3, budgetTokens: 2000 });
    expect(matches.length).toBe(3);
    expect(truncated).toBe(look.placed.length - 3);
  });
});

describe('reading elements', () => {
  const look = flatLook(page);
  const nodeOf = (tag: string) => look.capture.document.nodes.find((node) => node.tag === tag) as never;
  const targetOf = (tag: string) => ({ ref: 1, node: nodeOf(tag), look, placed: placedOf(look, nodeOf(tag)) });

  it('masks the value of a password and attributes that may repeat it', () => {
    expect(readValue(targetOf('input'))).toBe('[secret]');
    expect(readAttribute(targetOf('input'), 'value')).toBe('[secret]');
    expect(readAttribute(targetOf('input'), 'data-length')).toBe('[secret]');
    expect(readAttribute(targetOf('input'), 'type')).toBe('password');
    expect(readAttribute(targetOf('input'), 'absent')).toBeUndefined();
    expect(readValue(targetOf('select'))).toBe('M');
    expect(readValue(targetOf('h1'))).toBeUndefined();
  });

  it('finds the places of secrets for pictures', () => {
    const secrets = new SecretMemory();
    const boxes = secretBoxes(flatLook(page, { secrets }), secrets);
    expect(boxes).toEqual([placedOf(look, nodeOf('input')).element.box]);
  });

  it('reads text by lines, without fields', () => {
    expect(visibleText(nodeOf('ul'))).toBe('One Open\nTwo Open');
    expect(visibleText(nodeOf('h1'))).toBe('Invoices');
  });
});
