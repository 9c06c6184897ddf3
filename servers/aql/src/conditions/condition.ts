import type { Json, JsonObject } from '@recourse/contract';
import type { HeaderSource } from '@recourse/upstream';

/** The data that a condition may refer to. */
export interface ConditionScope {
  readonly response: {
    readonly status: number;
    readonly headers: HeaderSource;
    readonly body: Json | undefined;
  };
  readonly params: JsonObject;
}

/** A condition that was read and can be asked. It runs no code of its author, and no input can make it hang. */
export interface Condition {
  readonly source: string;
  holds(scope: ConditionScope): boolean;
}

/** A problem in a condition; `position` is an offset in its source. */
interface ConditionProblem {
  readonly message: string;
  readonly position: number;
}

/** A condition, or the reason why it is not valid. */
export type ParsedCondition =
  | { readonly condition: Condition; readonly problem?: undefined }
  | { readonly problem: ConditionProblem; readonly condition?: undefined };
