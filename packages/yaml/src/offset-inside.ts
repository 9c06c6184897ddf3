import { Scalar } from 'yaml';

/**
 * Finds the offset in the file of a position in a scalar. Escapes are longer in the file than in the value. A scalar
 * of several lines is folded in ways that are not followed: then it is the offset at which the scalar begins.
 */
export const offsetInside = (scalar: Scalar, source: string, position: number): number => {
  const [start, end] = scalar.range ?? [0, 0];
  const raw = source.slice(start, end);
  if (raw.includes('\n')) return start;
  if (scalar.type === Scalar.QUOTE_SINGLE) return start + rawLength(raw, position, /^(?:''|[^])/u);
  if (scalar.type === Scalar.QUOTE_DOUBLE) return start + rawLength(raw, position, doubleQuoted);
  return start + position;
};

const doubleQuoted = /^(?:\\(?:x[\da-f]{2}|u[\da-f]{4}|U[\da-f]{8}|[^])|[^])/iu;

/** How much of the raw text, with its opening quote, stands for so many characters. */
const rawLength = (raw: string, position: number, step: RegExp): number => {
  let at = 1;
  for (let passed = 0; passed < position && at < raw.length - 1; passed += 1) {
    at += step.exec(raw.slice(at))?.[0].length ?? 1;
  }
  return at;
};
