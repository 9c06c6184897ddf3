import type { Json, JsonObject } from '@recourse/contract';

/** One thing that is wrong with the arguments of a call, in the terms of JSON Schema. */
export interface Problem {
  /** A JSON Pointer to the value, or to the object that lacks a name or has one too many. */
  readonly path: string;
  readonly keyword: string;
  readonly message: string;
  readonly params: JsonObject;
  readonly expected?: Json;
  readonly received?: Json;
  /** The only value or name that fits and can have been meant. */
  readonly suggestion?: Json;
  /** The names that the schema declares. */
  readonly known?: readonly string[];
}
