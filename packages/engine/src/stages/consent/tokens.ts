import type { JsonObject, Outcome } from '@recourse/contract';
import type { ConsentSource, Principal } from '../../call/call.ts';
import type { Facts } from '../../call/facts.ts';
import type { ConsentGrade } from '../../settings/settings.ts';

/** A call that waits for a confirmation, complete enough to be made later. */
export interface HeldCall {
  readonly operation: string;
  readonly arguments: JsonObject;
  readonly principal: Principal;
  readonly idempotency_key?: string;
  /** JSON Pointers, with `*` for any item, of arguments that nobody may be shown. */
  readonly sensitive?: readonly string[];
  /** The facts that the question stated, as people may see them. */
  readonly shown?: Facts;
}

/** The claim that begins in the transaction that uses a confirmation up: no crash can come between the two. */
export interface ConfirmedBegin {
  /** The claim of the call's own key. Without one, the store makes a claim that the token names. */
  readonly claim?: string;
  /** How long the handler may run before the claim is lost. */
  readonly boundMs: number;
}

/** A call that must be asked about, and brought no token. */
export interface AskRequest {
  readonly prefix: 'conf' | 'quota_continue';
  readonly principal: string;
  readonly operation: string;
  /** Digest of the arguments and of the facts that the question states: the token is valid for these and no others. */
  readonly digest: string;
  readonly expires_at: number;
  readonly reasons: readonly string[];
  /** Absent where the store cannot keep arguments safe; then `recourse_confirm` cannot make the call. */
  readonly held?: HeldCall;
  /** Whether a repeated call gets the same token again until a decision is made. */
  readonly shared: boolean;
  readonly begin: ConfirmedBegin;
}

/** What becomes of it. Only `redeemed` lets the call pass. */
export type Asked =
  /** The token and its end; those of the first time where the same call is asked about again. */
  | { readonly state: 'asked'; readonly token: string; readonly expires_at: number }
  /** A person has approved this very call, and the approval is used up now. */
  | Redeemed
  | Superseded
  | Denied;

/** The confirmation is used up and the call has begun. `id` names the confirmation when the call ends. */
export interface Redeemed {
  readonly state: 'redeemed';
  readonly id: string;
}

/** Another call has taken the key in the meantime. Nothing was used up. */
export interface Superseded {
  readonly state: 'superseded';
}

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
  readonly begin: ConfirmedBegin;
}

/** What becomes of a token. Only `redeemed` lets the call pass, and only once. */
export type Redemption =
  | Redeemed
  | Superseded
  | { readonly state: 'invalid' }
  | { readonly state: 'expired'; readonly expired_at: number }
  /** `lost` says since when nothing is known of the call that used it. */
  | { readonly state: 'used'; readonly consumed_at: number; readonly lost?: LostSince }
  | { readonly state: 'mismatch'; readonly token_operation: string }
  /** The policy wants more than the caller can give; the token stays good. */
  | { readonly state: 'waiting'; readonly expires_at: number }
  | Denied;

/** When a confirmed call began, and its last sign of life. */
export interface LostSince {
  readonly started_at: number;
  readonly last_heard_at: number;
}

/** How often a confirmation can be used again because its call had no effect. */
export const mostRestores = 5;

/** Issues and redeems confirmation tokens. An approval or a denial holds for the same call, with its token or without. */
export interface Tokens {
  /** Identifies the transactions that the tokens take part in. A server's keys must name the same. */
  readonly transaction?: object;
  /** Whether calls can be held, so that `recourse_confirm` can make them. */
  readonly holds: boolean;
  /** One decision, atomically: uses an approval of the same call up, passes its denial on, or issues a token. */
  ask(request: AskRequest): Promise<Asked>;
  /** One decision, atomically: no token is ever redeemed twice. */
  redeem(request: RedeemRequest): Promise<Redemption>;
  /**
   * Ends a confirmed call. Without an effect the confirmation is good again until it expires, at most `mostRestores`
   * times. True if it is.
   */
  end(id: string, outcome: Outcome): Promise<boolean>;
  /** The call that a token is held for; nothing for a token that is unknown or expired. */
  held(token: string): Promise<HeldCall | undefined>;
}
