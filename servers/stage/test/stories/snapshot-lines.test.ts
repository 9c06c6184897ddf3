import { describe, expect, it } from 'vitest';
import { parseSnapshot, pickLine } from './snapshot-lines.ts';

const lines = parseSnapshot(
  [
    '[1] main',
    '  [2] list "Open"',
    '    [3] listitem',
    '      [4] text "Call \\"Dana\\""',
    '      [5] text "Low"',
    '      [6] button "Delete"',
    '    [7] listitem',
    '      [8] text "Call \\"Dana\\""',
    '      [9] text "High"',
    '      [10] button "Delete" disabled',
    '  [11] list "Done"',
    '    [12] listitem "Write report"',
    '      [13] button "Delete"',
    '  [14] textbox focused = "a \\"b\\" = \\"c\\""',
    '  [15] textbox required',
    '3 elements were left out',
  ].join('\n'),
);

describe('a picked line of a snapshot', () => {
  it.each([
    [{ role: 'list', name: 'Done' }, 11],
    [{ role: 'button', name: 'Delete', beside: 'Low' }, 6],
    [{ role: 'button', name: 'Delete', beside: 'High', near: 'Call "Dana"' }, 10],
    [{ role: 'button', beside: 'Write report' }, 13],
    [{ role: 'text', name: 'Call "Dana"', beside: 'High' }, 8],
    [{ role: 'button', state: 'disabled' }, 10],
    [{ role: 'textbox', value: 'a "b" = "c"' }, 14],
    [{ role: 'textbox', value: '' }, 15],
    [{ role: 'button', name: 'Delete', after: 'High' }, 10],
  ])('is the only one for %j', (wanted, ref) => {
    expect(pickLine(lines, wanted).ref).toBe(ref);
  });

  it.each([
    [{ role: 'button', name: 'Delete' }, '3 elements'],
    [{ role: 'button', name: 'Delete', beside: 'Dana' }, '2 elements'],
    [{ role: 'button', name: 'Save' }, '0 elements'],
    [{ role: 'button', name: 'Delete', after: 'Nowhere' }, '0 elements'],
    [{ role: 'list', name: 'Done', beside: 'Nowhere' }, '0 elements'],
  ])('is refused for %j', (wanted, reason) => {
    expect(() => pickLine(lines, wanted)).toThrow(reason);
  });
});
