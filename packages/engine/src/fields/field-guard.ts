import type { JsonObject } from '@recourse/contract';

/** A guarded field of an operation's input: where it is, and the kind of its value. */
export interface FieldGuard {
  /** JSON Pointer with `*` for every item of an array. */
  readonly pointer: string;
  readonly kind: string;
  readonly options: JsonObject;
}
