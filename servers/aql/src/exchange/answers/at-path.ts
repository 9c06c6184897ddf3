import { isJsonObject } from '@recourse/contract';
import type { Json } from '@recourse/contract';

/** What stands at a dot path in a body; the body itself where there is no path. */
export const atPath = (body: Json, path: string | undefined): Json | undefined => {
  let value: Json | undefined = body;
  for (const name of path?.split('.') ?? []) {
    if (Array.isArray(value)) value = (value as readonly Json[])[Number(name)];
    else value = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value;
};
