import { describe, expect, it } from 'vitest';
import { isSameName, slipBetween } from './one-slip.ts';

describe('slipBetween', () => {
  it.each([
    ['read_invoiec', 'read_invoice', 'swapped'],
    ['raed_ticket', 'read_ticket', 'swapped'],
    ['ehco', 'echo', 'swapped'],
    ['libraryNmae', 'libraryName', 'swapped'],
    ['read_tickets', 'read_ticket', 'extra'],
    ['read_tcket', 'read_ticket', 'extra'],
    ['pth', 'path', 'extra'],
    ['Chicgo', 'Chicago', 'extra'],
    ['read_tickep', 'read_ticket', 'replaced'],
  ])('finds the slip between %s and %s, in both directions', (one, other, slip) => {
    expect([slipBetween(one, other), slipBetween(other, one)]).toEqual([slip, slip]);
  });

  it.each([
    ['read_ticket', 'read_ticket'],
    ['read_invoiec', 'pay_invoice'],
    ['raed_tikcet', 'read_ticket'],
    ['abc', 'cba'],
    ['', 'ab'],
    ['dry_run', 'run'],
    ['sync', 'async'],
    ['run_sync', 'run_async'],
    ['get_user', 'set_user'],
    ['lock', 'unlock'],
    ['include', 'exclude'],
    ['max_size', 'min_size'],
    ['page1', 'page2'],
    ['page', 'page2'],
    ['column_a', 'column_b'],
    ['columnA', 'columnB'],
    ['+name', '-name'],
    ['soft', 'sort'],
    ['push', 'pull'],
    ['on', 'no'],
    ['max', 'may'],
    ['head', 'head~'],
  ])('takes %s and %s for different names', (one, other) => {
    expect([slipBetween(one, other), slipBetween(other, one)]).toEqual([undefined, undefined]);
  });
});

describe('isSameName', () => {
  it.each([
    ['filePath', 'file_path'],
    ['ID', 'id'],
    ['thought-number', 'thoughtNumber'],
    ['step 1', 'step1'],
  ])('is true for %s and %s', (one, other) => {
    expect(isSameName(one, other)).toBe(true);
  });

  it.each([
    ['1.0', '10'],
    ['-1', '1'],
    ['m', 'M'],
    ['_id', 'id'],
    ['--force', 'force'],
    ['file', 'path'],
  ])('is false for %s and %s', (one, other) => {
    expect(isSameName(one, other)).toBe(false);
  });
});
