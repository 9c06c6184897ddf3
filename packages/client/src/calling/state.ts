import type { Reading } from '../reading/reading.ts';
import type { EndAnswer, Repeat, ToolRequest } from '../strategies/strategy.ts';
import type { End } from './end.ts';

/** The next message: the caller's call unchanged, or another that is sent once in its place. */
interface Outgoing {
  readonly request: ToolRequest;
  /** Sent this once in place of the request. */
  readonly instead?: ToolRequest | undefined;
  /** Confirms the call. */
  readonly token?: string | undefined;
  /** Why it is sent again, if there was no wait that shows the reason. */
  readonly why?: string | undefined;
}

/** The facts about the caller's call that every state has. */
export interface Facts {
  readonly outgoing: Outgoing;
  /** The key of the first attempt. It never changes. */
  readonly firstKey: string | undefined;
  /** The key that is sent: the first, or the one derived from it for the rest of a batch. */
  readonly key: string | undefined;
  /** A call was sent that may have taken effect, and no answer has settled whether it did. */
  readonly inDoubt: boolean;
  /** Part of it is known to be done. */
  readonly partly: boolean;
  /** The content of the answers to earlier parts of a batch. */
  readonly parts: readonly object[];
  /** How often the server was asked again for the outcome. */
  readonly asks: number;
  /** The server has already said once that it does not know the effect and that repeating does not help. */
  readonly told: boolean;
  /** The last failure. */
  readonly last: Reading | undefined;
}

/** The step after a lookup that does not show the effect. */
export type AfterLook =
  | { readonly kind: 'ask'; readonly notBeforeMs: number | undefined }
  | { readonly kind: 'stop'; readonly why: string }
  /** The server has said that it took effect; the lookup only provides a result. */
  | { readonly kind: 'applied' };

/** The state of a call. `Driver` carries it out, and `transition` turns the resulting event into the next state. */
export type State = Facts &
  (
    | { readonly kind: 'sending'; /** Costs time, not an attempt. */ readonly isAsk: boolean }
    /** The strategy of the last failure decides. */
    | { readonly kind: 'deciding'; readonly last: Reading; readonly keyed: boolean }
    /** A lookup that identifies the effect may show it. */
    | { readonly kind: 'looking'; readonly last: Reading; readonly otherwise: AfterLook }
    /** Waits, then sends the same call with the same key. */
    | { readonly kind: 'asking'; readonly notBeforeMs: number | undefined }
    | { readonly kind: 'ended'; readonly end: End; readonly why: string; readonly answer: EndAnswer | undefined }
  );

/** The event that ends a state. */
export type StateEvent =
  | { readonly kind: 'succeeded' }
  | {
      readonly kind: 'failed';
      readonly reading: Reading;
      /** The tool is read-only, so nothing it does can be in doubt. */
      readonly reads: boolean;
      /** The server honours the key of the call. */
      readonly keyed: boolean;
      /** The server announces the contract. */
      readonly announced: boolean;
      /** The operator declares that a repetition has no second effect. */
      readonly repeatable: boolean;
    }
  /** The strategy repeats the call; the content is that of the answer to the previous part. */
  | { readonly kind: 'repeated'; readonly move: Repeat; readonly content: readonly object[] }
  | { readonly kind: 'looked'; readonly shows: 'effect' | 'nothing'; readonly why: string; readonly answer?: EndAnswer }
  | { readonly kind: 'waited' }
  /** A strategy ends the call, or it cannot go on: cancelled, out of attempts or time, no server. */
  | { readonly kind: 'stopped'; readonly end: End; readonly why: string; readonly answer?: EndAnswer };

/** The state before the first send. An intent that an earlier call left open is in doubt from the start. */
export const startState = (request: ToolRequest, key: string | undefined, inDoubt: boolean): State => ({
  kind: 'sending',
  isAsk: false,
  outgoing: { request },
  firstKey: key,
  key,
  inDoubt,
  partly: false,
  parts: [],
  asks: 0,
  told: false,
  last: undefined,
});
