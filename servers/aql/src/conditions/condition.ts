import type { Json, JsonObject } from '@recourse/contract';
import type { HeaderSource } from '@recourse/upstream';

/** What a condition may look at. */
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

/** What is wrong with a condition, and where: `position` is an offset in its source. */
interface ConditionProblem {
  readonly message: string;
  readonly position: number;
}

/** A condition, or why it is none. */
export type ParsedCondition =
  | { readonly condition: Condition; readonly problem?: undefined }
  | { readonly problem: ConditionProblem; readonly condition?: undefined };
