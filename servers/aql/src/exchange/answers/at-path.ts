import { isJsonObject } from '@recourse/contract';
import type { Json } from '@recourse/contract';

/** The value at a dot path in a body; the body itself without a path. */
export const atPath = (body: Json, path: string | undefined): Json | undefined => {
  let value: Json | undefined = body;
  for (const name of path?.split('.') ?? []) {
    if (Array.isArray(value)) value = (value as readonly Json[])[Number(name)];
    else value = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value;
};
