import { isJsonObject } from '@recourse/contract';
import type { Json, JsonObject } from '@recourse/contract';
import { controlCharacter } from './refuse.ts';

/** Refuses a NUL anywhere in the arguments: many APIs cut a string there, or store something else than was sent. */
export const refuseNul = (given: JsonObject): void => {
  for (const [param, value] of Object.entries(given)) if (value !== undefined) refuseIn(param, value);
};

const refuseIn = (param: string, value: Json): void => {
  if (typeof value === 'string') {
    const offset = value.indexOf('\0');
    if (offset >= 0) throw controlCharacter(param, value, offset);
  } else if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) refuseIn(param, item);
  } else if (isJsonObject(value)) {
    for (const [key, member] of Object.entries(value)) {
      refuseIn(param, key);
      if (member !== undefined) refuseIn(param, member);
    }
  }
};
