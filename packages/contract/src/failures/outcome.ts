import type { Json, JsonObject } from '../json.ts';
import type { AnyCode, Failure } from './failure.ts';

/** Something worth knowing about a call that succeeded. */
export interface Warning<Code extends string = AnyCode, Details = JsonObject> {
  readonly namespace: string | null;
  readonly code: Code;
  readonly message: string;
  readonly details?: Details;
}

/** A call that did what it was asked. */
export interface Success<Value extends Json = Json> {
  readonly ok: true;
  readonly value: Value;
  readonly warnings: readonly Warning[];
}

/** What a tool call ends in. Nothing else is an answer. */
export type Outcome<Value extends Json = Json> = Success<Value> | Failure;

/** A success, with the warnings that ride on it. */
export const succeed = <Value extends Json>(value: Value, warnings: readonly Warning[] = []): Success<Value> => ({
  ok: true,
  value,
  warnings,
});
