import { describe, expect, it } from 'vitest';
import { cleanTraceState, parseTraceParent } from './trace-parent.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const spanId = 'b7ad6b7169203331';

describe('parseTraceParent', () => {
  it.each([
    [`00-${traceId}-${spanId}-01`, 1],
    [`00-${traceId}-${spanId}-00`, 0],
    [`00-${traceId}-${spanId}-03`, 1],
    [`01-${traceId}-${spanId}-01`, 1],
    [`01-${traceId}-${spanId}-01-of-later`, 1],
  ])('reads %s', (text, traceFlags) => {
    expect(parseTraceParent(text)).toEqual({ traceId, spanId, traceFlags, isRemote: true });
  });

  it.each([
    undefined,
    7,
    '',
    traceId,
    `00-${traceId}-${spanId}`,
    `00-${traceId}-${spanId}-01-more`,
    `00-${traceId}-${spanId}-1`,
    `ff-${traceId}-${spanId}-01`,
    `0-${traceId}-${spanId}-01`,
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    ` 00-${traceId}-${spanId}-01`,
    `00-${traceId}-${spanId}-01\n`,
    `01-${traceId}-${spanId}-01-${'x'.repeat(300)}`,
  ])('is not a parent: %s', (text) => {
    expect(parseTraceParent(text)).toBeUndefined();
  });
});

describe('cleanTraceState', () => {
  it.each([
    ['rojo=00f067aa0ba902b7,congo=t61rcWkgMzE', 'rojo=00f067aa0ba902b7,congo=t61rcWkgMzE'],
    [' a=1 , b=2 ,', 'a=1,b=2'],
    ['1tenant@vendor=x', '1tenant@vendor=x'],
  ])('keeps %s', (text, expected) => {
    expect(cleanTraceState(text)).toBe(expected);
  });

  it.each(['a', 'A=1', 'a=1,a=2', 'a=b=c', 'a=\u0001', 'a=', '=1', `a=${'x'.repeat(600)}`, 'ä=1', 7])(
    'leaves behind %s',
    (text) => {
      expect(cleanTraceState(text)).toBeUndefined();
    },
  );
});
