import { coreRegistry } from '../../../failures/registry.ts';
import { isJsonObject } from '../../../json.ts';
import type { Json, JsonObject } from '../../../json.ts';

/**
 * The parts of a batch, as far as they decide what is sent again: of each part that failed its place, its code and its
 * effect; the results whole, because some clients find them nowhere else; the total only if the parts do not add up to
 * it.
 */
export const tellBatch = ({ total, errors, results, pending }: JsonObject): JsonObject => {
  const parts = { errors: shortened(errors), results, pending };
  const said = Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
  return total === sumOf(parts) ? said : { total: total ?? null, ...said };
};

/** The details of a batch from what `tellBatch` made of them. */
export const readBatch = (told: JsonObject): JsonObject => {
  const { errors, results, pending } = told;
  const total = Object.hasOwn(told, 'total') ? told['total'] : sumOf({ errors, results, pending });
  const parts = { total, errors: Array.isArray(errors) ? errors.map(completed) : errors, results, pending };
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined && value !== null));
};

const sumOf = (lists: Readonly<Record<string, Json | undefined>>): number =>
  Object.values(lists).reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0);

const shortened = (errors: Json | undefined): Json | undefined =>
  Array.isArray(errors) && errors.every(isJsonObject) ? errors.map(partOf) : errors;

/** A part that a program can repeat automatically needs no message. All others have to be understood. */
const partOf = ({ index, code, message, effect, retryable, retry_after_ms: waitMs }: JsonObject): JsonObject => {
  const mayRepeat = retryable === true;
  return {
    ...(index !== undefined && { index }),
    ...(code !== undefined && { code }),
    ...(message !== undefined && !(mayRepeat && effect === 'none') && { message }),
    ...(effect !== undefined && { effect }),
    ...(mayRepeat !== isRetryable(code) && { retryable: mayRepeat }),
    ...(waitMs !== undefined && { retry_after_ms: waitMs }),
  };
};

const completed = (part: Json): Json =>
  isJsonObject(part) ? { ...part, retryable: part['retryable'] ?? isRetryable(part['code']) } : part;

const isRetryable = (code: Json | undefined): boolean =>
  typeof code === 'string' && coreRegistry.find(code, null)?.retryable === true;
