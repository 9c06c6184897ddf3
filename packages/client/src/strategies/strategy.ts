import type { Failure, JsonObject, NextAction } from '@recourse/contract';
import type { End } from '../calling/end.ts';
import type { StepEvent } from '../calling/step.ts';
import type { Reading } from '../reading/reading.ts';

/** A call of a tool, as the SDK takes it. */
export interface ToolRequest {
  readonly name: string;
  readonly arguments: JsonObject;
  readonly _meta?: JsonObject;
}

/** The question that a person is asked before a call is made. */
export interface Question {
  /** Absent if a server asks by a dialogue, which does not say for which call. */
  readonly tool?: string;
  readonly arguments?: JsonObject;
  /** The server's question as one line. It is untrusted text. */
  readonly message: string;
  readonly reasons: readonly string[];
  readonly danger?: string;
  /** An answer after this time is too late. */
  readonly expiresAt: number;
}

/** The next step that a strategy proposes. Whether a call may be repeated at all is not its decision. */
export type Move =
  | {
      readonly kind: 'repeat';
      readonly afterMs: number;
      readonly why: string;
      /** The call with its corrections; it stays corrected. */
      readonly request?: ToolRequest;
      /** Made this once in place of the call. */
      readonly instead?: ToolRequest;
      /** Confirms the next call, and no other. */
      readonly token?: string;
      /** The rest of a batch. Its key is derived from the key of the first attempt. */
      readonly remaining?: true;
      /** Uses one retry from the server's retry budget. */
      readonly costsRetry?: true;
    }
  | { readonly kind: 'end'; readonly end: End; readonly why: string; readonly answer?: EndAnswer };

export type Repeat = Extract<Move, { readonly kind: 'repeat' }>;
export type EndMove = Extract<Move, { readonly kind: 'end' }>;

/** The answer that the caller receives instead of the server's own, or in addition to it. */
export type EndAnswer =
  | { readonly kind: 'result'; readonly result: object }
  /** The client's own failure, if the server's contains values that only the caller may have. */
  | { readonly kind: 'failure'; readonly failure: Failure }
  /** The result of a lookup, appended to the content of the failure. */
  | { readonly kind: 'more'; readonly content: readonly object[] };

/** The result of a call that was made in addition to the caller's own. */
export interface Looked {
  readonly ok: boolean;
  /** Whether it may have changed something, and it is not known. */
  readonly inDoubt: boolean;
  readonly content: readonly object[];
  /** The value of a success. */
  readonly value: unknown;
}

/** The context of a strategy. */
export interface Situation {
  readonly reading: Reading;
  readonly request: ToolRequest;
  /** True if the tool is known only to read. */
  readonly reads: boolean;
  /** True if the server keeps to the key that the call went out with. */
  readonly keyed: boolean;
  /** True if the server announces the contract. */
  readonly announced: boolean;
  /** The number of retries so far. */
  readonly repeats: number;
  readonly now: number;
  readonly random: () => number;
  /** Whether the caller allows a next action. */
  allows(action: NextAction): boolean;
  /** Makes another call, within the budget; undefined if there is nothing left of it. */
  look(action: NextAction): Promise<Looked | undefined>;
  /** Asks the user. `later`: the caller suspends the call; undefined: there is no one to ask. */
  ask(question: Question): Promise<boolean | 'later' | undefined>;
  note(step: StepEvent): void;
}

export type Strategy = (situation: Situation) => Move | Promise<Move>;

export const end = (end: End, why: string, answer?: EndAnswer): Move => ({
  kind: 'end',
  end,
  why,
  ...(answer && { answer }),
});
