import { isJsonObject } from '../json.ts';
import type { Json, JsonObject } from '../json.ts';

/**
 * Writes the fields of a success next to the dialect's own, as several dialects do. A value that is not an object, or
 * that uses one of their names, is put under `result`, and `wrapped` says so; then nothing is lost or mistaken.
 */
export const spreadValue = (
  value: Json,
  reserved: ReadonlySet<string>,
): { readonly fields: JsonObject; readonly wrapped: boolean } => {
  const fits = isJsonObject(value) && !Object.keys(value).some((key) => reserved.has(key));
  return fits ? { fields: value, wrapped: false } : { fields: { result: value }, wrapped: true };
};

/** Restores the value from the fields of a success. */
export const gatherValue = (wire: JsonObject, reserved: ReadonlySet<string>, wrapped: boolean): Json => {
  if (wrapped) return wire['result'] ?? null;
  const value: Record<string, Json | undefined> = {};
  for (const key of Object.keys(wire)) {
    if (reserved.has(key)) continue;
    // Plain assignment of this one name would change the prototype instead of adding a field.
    if (key === '__proto__')
      Object.defineProperty(value, key, { value: wire[key], enumerable: true, configurable: true, writable: true });
    else value[key] = wire[key];
  }
  return value;
};
