import { describe, expect, it } from 'vitest';
import { isOneSlip } from './one-slip.ts';

describe('isOneSlip', () => {
  it.each([
    ['read_invoiec', 'read_invoice'],
    ['raed_ticket', 'read_ticket'],
    ['read_tickets', 'read_ticket'],
    ['read_tcket', 'read_ticket'],
    ['read_tickep', 'read_ticket'],
    ['aa', 'aaa'],
  ])('is true for %s and %s, in both directions', (one, other) => {
    expect([isOneSlip(one, other), isOneSlip(other, one)]).toEqual([true, true]);
  });

  it.each([
    ['read_ticket', 'read_ticket'],
    ['read_invoiec', 'pay_invoice'],
    ['raed_tikcet', 'read_ticket'],
    ['abc', 'cba'],
    ['', 'ab'],
  ])('is false for %s and %s', (one, other) => {
    expect(isOneSlip(one, other)).toBe(false);
  });
});
