import { coreRegistry, isJsonObject } from '@recourse/contract';
import type { Category, Effect, Failure, Json, JsonObject } from '@recourse/contract';

/** Calls refused for these reasons were refused before anything was done. */
const refusals: ReadonlySet<Category> = new Set(['validation', 'permission', 'rate_limit', 'token']);
/**
 * The same for a server that does not announce the contract. Its limits and tokens may be those of an upstream, met in
 * the middle of the call, and their codes are common ones: `RATE_LIMIT_EXCEEDED`, `TOKEN_EXPIRED`.
 */
const ordinaryRefusals: ReadonlySet<Category> = new Set(['validation', 'permission']);

/**
 * The effect of a failure that was read by its shape. A server that does not know our extension does not report it;
 * then a refusal by a core code had no effect, and any other effect is unknown.
 */
export const effectOf = (
  failure: Failure,
  body: JsonObject,
  { isOrdinary }: { readonly isOrdinary: boolean },
): Effect => {
  if (failure.effect !== 'unknown' || saysEffect(body)) return failure.effect;
  const row = coreRegistry.find(failure.code, failure.namespace);
  return row && (isOrdinary ? ordinaryRefusals : refusals).has(row.category) ? 'none' : 'unknown';
};

/** Every dialect has its own place for what it does not say itself. */
const saysEffect = (body: JsonObject): boolean => {
  const { error } = body;
  const { details, data } = isJsonObject(error) ? error : {};
  return [body, body['recourse'], extensionIn(details), extensionIn(data)].some(
    (place) => isJsonObject(place) && place['effect'] !== undefined,
  );
};

const extensionIn = (place: Json | undefined): Json | undefined =>
  isJsonObject(place) ? place['recourse'] : undefined;
