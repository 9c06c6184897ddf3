import type { Json, JsonObject } from '@recourse/contract';

/** What a condition may look at. Header names are in lower case. */
export interface ConditionScope {
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Json | undefined;
  };
  readonly params: JsonObject;
}

/** A condition that was read and can be asked. It runs no code of its author, and no input can make it hang. */
export interface Condition {
  readonly source: string;
  holds(scope: ConditionScope): boolean;
}
