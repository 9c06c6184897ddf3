import type { JsonObject } from '@recourse/contract';

/** Arguments as they are sent in a message; undefined if they cannot be written as JSON. */
export const asSent = (args: JsonObject): JsonObject | undefined => {
  try {
    return JSON.parse(JSON.stringify(args)) as JsonObject;
  } catch {
    return undefined;
  }
};
