import { describe, expect, it } from 'vitest';
import { Observer } from '../reading/observer.ts';
import type { PlacedLook } from '../reading/observer.ts';
import { renderSnapshot } from '../reading/snapshot/snapshot.ts';
import { flatLook, h } from '../reading/testing/flat-page.ts';
import type { Part } from '../reading/testing/flat-page.ts';
import { ReferenceLostError } from './reference-lost-error.ts';
import { resolveReference } from './resolve-reference.ts';
import { nameLikeness } from './similarity.ts';

const shown = (observer: Observer, ...parts: readonly Part[]): PlacedLook => {
  const look = flatLook(parts);
  renderSnapshot(observer, look, {});
  return look;
};

const lossOf = (observer: Observer, ref: number, look: PlacedLook): ReferenceLostError => {
  try {
    resolveReference(observer.book, ref, look, look.placed);
  } catch (error) {
    if (error instanceof ReferenceLostError) return error;
    throw error;
  }
  throw new Error(`Reference ${ref} resolves.`);
};

const row = (id: number, text: string): Part =>
  h('tr', {}, h('td', { ':id': String(id) }, text), h('td', {}, h('button', { ':id': String(id + 1) }, 'Delete')));

describe('references', () => {
  it('resolve while the element is what was shown', () => {
    const observer = new Observer();
    shown(observer, h('button', { ':id': '50' }, 'Save'));
    const look = flatLook([h('p', {}, 'New'), h('button', { ':id': '50', disabled: '' }, 'Save')]);
    expect(resolveReference(observer.book, 1, look, look.placed).element).toMatchObject({
      name: 'Save',
      state: { disabled: true },
    });
  });

  it('are never given twice, also after the element with the highest number is gone', () => {
    const observer = new Observer();
    shown(observer, h('button', { ':id': '50' }, 'Keep'), h('button', { ':id': '51' }, 'Save draft'));
    shown(observer, h('button', { ':id': '50' }, 'Keep'), h('button', { ':id': '52' }, 'Erase disk'));
    const look = flatLook([h('button', { ':id': '50' }, 'Keep'), h('button', { ':id': '52' }, 'Erase disk')]);
    expect(lossOf(observer, 2, look)).toMatchObject({ reason: 'removed', was: { name: 'Save draft' } });
    expect(resolveReference(observer.book, 3, look, look.placed).element.name).toBe('Erase disk');
  });

  it('do not move to the element with the same name in another row', () => {
    const observer = new Observer();
    shown(observer, h('table', {}, row(60, 'Alice'), row(70, 'Bob')));
    const look = flatLook([h('table', {}, row(70, 'Bob'))]);
    const ref = [1, 2, 3, 4, 5].find((one) => observer.book.find(one)?.identity.backendNodeId === 61) as number;
    const lost = lossOf(observer, ref, look);
    expect(lost.reason).toBe('removed');
    expect(lost.similar[0]).toMatchObject({ role: 'button', name: 'Delete' });
  });

  it('are refused when their row shows another item, with old and new', () => {
    const observer = new Observer();
    shown(observer, h('table', {}, row(60, 'Alice'), row(70, 'Bob')));
    const look = flatLook([h('table', {}, row(60, 'Carol'), row(70, 'Bob'))]);
    const ref = [1, 2, 3, 4, 5].find((one) => observer.book.find(one)?.identity.backendNodeId === 61) as number;
    expect(lossOf(observer, ref, look)).toMatchObject({
      reason: 'changed',
      was: { name: 'Delete', context: 'Alice' },
      now: { name: 'Delete', context: 'Carol' },
    });
  });

  it('tell a new rendering of the same element from its removal', () => {
    const observer = new Observer();
    shown(observer, h('button', { ':id': '50' }, 'Save'));
    const again = flatLook([h('button', { ':id': '80' }, 'Save')]);
    const lost = lossOf(observer, 1, again);
    expect(lost.reason).toBe('replaced');
    expect(
      resolveReference(observer.book, lost.similar[0]?.ref as number, again, again.placed).node.backendNodeId,
    ).toBe(80);
    expect(lossOf(observer, 1, flatLook([h('p', {}, 'Empty')])).reason).toBe('removed');
  });

  it('end with a load, and with a number that was never given', () => {
    const observer = new Observer();
    shown(observer, h('button', { ':id': '50' }, 'Save'));
    const loaded = flatLook([h('button', { ':id': '50' }, 'Save')], { loaderId: 'loader-2' });
    expect(lossOf(observer, 1, loaded).reason).toBe('reloaded');
    expect(lossOf(observer, 99, loaded)).toMatchObject({ reason: 'never_seen', similar: [] });
  });

  it('resolve to a hidden element only if it is still the same', () => {
    const observer = new Observer();
    const list = (text: string, attributes = {}): Part =>
      h('ul', attributes, h('li', { ':id': '60' }, `${text} `, h('button', { ':id': '61' }, 'Edit')));
    shown(observer, list('Alice'));
    const ref = [1, 2, 3, 4].find((one) => observer.book.find(one)?.identity.backendNodeId === 61) as number;
    const hidden = flatLook([list('Alice', { hidden: '' })]);
    expect(resolveReference(observer.book, ref, hidden, hidden.placed).element.state.hidden).toBe(true);
    expect(lossOf(observer, ref, flatLook([list('Bob', { hidden: '' })])).reason).toBe('changed');
  });
});

describe('elements like one that is gone', () => {
  it('come with the best name first', () => {
    const observer = new Observer();
    shown(observer, h('button', { ':id': '50' }, 'Save changes'));
    const look = flatLook([
      h('button', {}, 'Discard'),
      h('a', { href: '#' }, 'Save change'),
      h('button', {}, 'Save the changes'),
    ]);
    expect(lossOf(observer, 1, look).similar.map(({ name }) => name)).toEqual(['Save the changes', 'Save change']);
  });

  it('are one for each role and name: the one in the same row, or the nearest', () => {
    const observer = new Observer();
    const list = (...rows: readonly Part[]): Part => h('table', {}, ...rows);
    shown(observer, list(row(60, 'Alice'), row(70, 'Bob'), row(80, 'Carol')));
    const ref = [...Array(20).keys()].find((one) => observer.book.find(one)?.identity.backendNodeId === 81) as number;
    const again = flatLook([list(row(60, 'Alice'), row(70, 'Bob'), row(90, 'Carol'), row(95, 'Dora'))]);
    const similarOf = (look: typeof again) =>
      lossOf(observer, ref, look).similar.map((one) => observer.book.find(one.ref)?.identity.backendNodeId);
    expect(similarOf(again)).toEqual([91]);
    expect(similarOf(flatLook([list(row(60, 'Alice'), row(70, 'Bob'))]))).toEqual([71]);
  });

  it('are measured by their names, from 0 to 1', () => {
    expect(nameLikeness('Save', 'save')).toBe(1);
    expect(nameLikeness('Save', '')).toBe(0);
    expect(nameLikeness('Save draft', 'Save')).toBeGreaterThan(nameLikeness('Save draft', 'Send raft'));
  });
});
