import type { Json, JsonObject } from '@recourse/contract';
import { mask } from './secret-texts.ts';
import { follow, isSensitive, parsePointers } from './sensitive-fields.ts';
import type { Steps } from './sensitive-fields.ts';

/**
 * Masks arguments for a person who decides about them: all arguments are shown, because an approval must not cover
 * values that were cut off, and only those that the tool marks as sensitive are masked.
 */
export const maskSensitive = (given: JsonObject, pointers: readonly string[]): JsonObject =>
  pointers.length === 0 ? given : maskEntries(given, parsePointers(pointers));

const maskEntries = (given: JsonObject, open: readonly Steps[]): JsonObject =>
  Object.fromEntries(
    Object.entries(given).map(([key, item]) => [key, item === undefined ? item : maskValue(item, follow(open, key))]),
  );

const maskValue = (value: Json, open: readonly Steps[]): Json => {
  if (isSensitive(open)) return mask;
  if (open.length === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: Json, index) => maskValue(item, follow(open, String(index))));
  return maskEntries(value as JsonObject, open);
};
