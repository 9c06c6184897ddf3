import type { JsonObject } from '@recourse/contract';

/** A field of an operation's input that a guard looks at: where it is, what kind of value it holds. */
export interface FieldGuard {
  /** JSON Pointer with `*` for every item of an array. */
  readonly pointer: string;
  readonly kind: string;
  readonly options: JsonObject;
}
