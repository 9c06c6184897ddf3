import type { JsonObject } from '@recourse/contract';
import type { ConsentSource, Principal } from '../../call/call.ts';
import type { ConsentGrade } from '../../configuration/types.ts';

/** A call that waits for a confirmation, complete enough to be made later. */
export interface HeldCall {
  readonly operation: string;
  readonly arguments: JsonObject;
  readonly principal: Principal;
  readonly idempotency_key?: string;
  /** JSON Pointers, with `*` for any item, of arguments that nobody may be shown. */
  readonly sensitive?: readonly string[];
}

/** A call that must be asked about, and brought no token. */
export interface AskRequest {
  readonly prefix: 'conf' | 'quota_continue';
  readonly principal: string;
  readonly operation: string;
  /** Digest of the arguments: the token is good for these and no others. */
  readonly digest: string;
  readonly expires_at: number;
  readonly reasons: readonly string[];
  /** Absent where the store cannot keep arguments safe; then `recourse_confirm` cannot make the call. */
  readonly held?: HeldCall;
  /** Whether the call, when it is repeated, gets the same token again for as long as nobody has decided about it. */
  readonly shared: boolean;
}

/** What becomes of it. Only `redeemed` lets the call pass. */
export type Asked =
  /** The token and its end; those of the first time where the same call is asked about again. */
  | { readonly state: 'asked'; readonly token: string; readonly expires_at: number }
  /** A person has approved this very call, and the approval is used up now. */
  | { readonly state: 'redeemed' }
  | Denied;

/** A person has said no. It stands until the token would have expired. */
export interface Denied {
  readonly state: 'denied';
  readonly decided_by?: string;
  readonly reason?: string;
}

export interface RedeemRequest {
  readonly token: string;
  readonly principal: string;
  readonly operation: string;
  readonly digest: string;
  readonly source: ConsentSource;
  /** How good a consent the policy asks for. */
  readonly grade: ConsentGrade;
}

/** What becomes of a token. Only `redeemed` lets the call pass, and only once. */
export type Redemption =
  | { readonly state: 'redeemed' }
  | { readonly state: 'invalid' }
  | { readonly state: 'expired'; readonly expired_at: number }
  | { readonly state: 'used'; readonly consumed_at: number }
  | { readonly state: 'mismatch'; readonly token_operation: string }
  /** The policy wants more than the caller can give; the token stays good. */
  | { readonly state: 'waiting'; readonly expires_at: number }
  | Denied;

/** Issues and redeems confirmation tokens. An approval or a denial holds for the same call, with its token or without. */
export interface Tokens {
  /** Whether calls can be held, so that `recourse_confirm` can make them. */
  readonly holds: boolean;
  /** One decision, atomically: uses an approval of the same call up, passes its denial on, or issues a token. */
  ask(request: AskRequest): Promise<Asked>;
  /** One decision, atomically: no token is ever redeemed twice. */
  redeem(request: RedeemRequest): Promise<Redemption>;
  /** The call that a token is held for; nothing for a token that is unknown or expired. */
  held(token: string): Promise<HeldCall | undefined>;
}
