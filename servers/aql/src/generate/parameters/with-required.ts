import type { JsonObject } from '@recourse/contract';

/** Adds members that are required and not described: they take any value. */
export const withRequired = (properties: JsonObject, required: unknown): JsonObject => {
  const names = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
  const undescribed = names.filter((name) => !Object.hasOwn(properties, name));
  return { ...properties, ...Object.fromEntries(undescribed.map((name) => [name, {}])) };
};
