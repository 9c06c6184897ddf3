import type { Json } from '@recourse/contract';
import { jsonType } from './json-type.ts';
import { parseExactly } from './parse-exactly.ts';

const longestText = 65_536;

/** The same value in another type; undefined if that would lose or guess something. */
export const convert = (value: unknown, type: string): Json | undefined => {
  switch (type) {
    case 'integer':
    case 'number':
      return toNumber(value, type);
    case 'boolean':
      return value === 'true' || value === 'false' ? value === 'true' : undefined;
    case 'string':
      // A fraction may have been written another way: `3.10` is read as 3.1.
      return Number.isSafeInteger(value) || typeof value === 'boolean' ? String(value) : undefined;
    case 'object':
    case 'array':
      return toStructure(value, type);
    default:
      return undefined;
  }
};

const toNumber = (value: unknown, type: 'integer' | 'number'): number | undefined => {
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const number = Number(value);
  const fits = type === 'number' ? Number.isFinite(number) : Number.isSafeInteger(number);
  return fits && String(number) === value ? number : undefined;
};

/** Models send objects and lists as JSON in a string. */
const toStructure = (value: unknown, type: string): Json | undefined => {
  if (typeof value !== 'string' || value.length > longestText) return undefined;
  const parsed = parseExactly(value);
  return parsed !== undefined && jsonType(parsed) === type ? parsed : undefined;
};
