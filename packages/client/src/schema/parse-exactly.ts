import type { Json } from '@recourse/contract';

/**
 * The value of a JSON text; undefined if reading it would make another value of it: a number with more digits than
 * JavaScript keeps, such as a long id, or a name that occurs twice in one object, of which only the last would be left.
 */
export const parseExactly = (text: string): Json | undefined => {
  let names = 0;
  try {
    const parsed = JSON.parse(text, function (this: unknown, _, value: unknown) {
      if (!Array.isArray(this)) names += 1;
      return value;
    }) as Json;
    const written = text.replaceAll(strings, '""');
    // The whole value is visited too, as the only name of an object.
    return names - 1 === count(written, /"\s*:/g) && numbersIn(written).every(isKept) ? parsed : undefined;
  } catch {
    return undefined;
  }
};

const strings = /"(?:[^"\\]|\\.)*"/g;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

const numbersIn = (text: string): readonly string[] => text.match(/-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g) ?? [];

const mostDigits = 17;

const isKept = (written: string): boolean => {
  const number = Number(written);
  if (Number.isInteger(number)) return Number.isSafeInteger(number);
  const digits = (written.split(/[eE]/)[0] ?? '').replaceAll(/\D/g, '');
  return Number.isFinite(number) && digits.length <= mostDigits;
};
