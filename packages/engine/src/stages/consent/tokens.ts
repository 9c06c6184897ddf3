import type { JsonObject } from '@recourse/contract';
import type { ConsentSource, Principal } from '../../call/call.ts';
import type { Facts } from '../../call/facts.ts';
import type { ConsentGrade } from '../../settings/settings.ts';

/** A call that waits for a confirmation, complete enough to be made later. */
export interface HeldCall {
  readonly operation: string;
  readonly arguments: JsonObject;
  readonly principal: Principal;
  readonly idempotency_key?: string;
  /** JSON Pointers, with `*` for any item, of arguments that must not be shown. */
  readonly sensitive?: readonly string[];
  /** The facts that the question stated, as people may see them. */
  readonly shown?: Facts;
}

/** A call that must be asked about, and brought no token. */
export interface AskRequest {
  readonly prefix: 'conf' | 'quota_continue';
  readonly principal: string;
  readonly operation: string;
  /** Digest of the arguments and of the facts that the question states: the token is valid for these and no others. */
  readonly digest: string;
  /** Digest of the arguments alone, if the question states facts: questions about the same call share it. */
  readonly call_digest?: string;
  readonly expires_at: number;
  readonly reasons: readonly string[];
  /** Absent if the store cannot keep arguments safe; then `recourse_confirm` cannot make the call. */
  readonly held?: HeldCall;
  /** Whether a repeated call gets the same token again until a decision is made. */
  readonly shared: boolean;
}

/** The answer to a question. */
export type Asked =
  /** The token and its end; those of the first time where the same call is asked about again. */
  | {
      readonly state: 'asked';
      readonly token: string;
      readonly expires_at: number;
      /** The facts of the last question about the same call, if a person still waits for it or has decided about it. */
      readonly earlier?: Facts;
    }
  /** A person has approved this call in the meantime: it can be admitted. */
  | { readonly state: 'approved' }
  | Denied;

/** A person has declined. The decision is valid until the token would have expired. */
export interface Denied {
  readonly state: 'denied';
  readonly decided_by?: string;
  readonly reason?: string;
}

/** The confirmation of a call: the token that it brought, or else an approval of the same call. */
export interface ConfirmationRequest {
  /** Whether the call needs it in any case. Otherwise only a paused quota does. */
  readonly required: boolean;
  readonly token?: string;
  readonly principal: string;
  readonly operation: string;
  readonly digest: string;
  readonly source: ConsentSource;
  /** Which consent the policy requires. */
  readonly grade: ConsentGrade;
}

/** Why a token does not confirm a call. It is not used up. */
export type TokenRefusal =
  | { readonly state: 'invalid' }
  | { readonly state: 'expired'; readonly expired_at: number }
  /** `lost` says since when nothing is known of the call that used it. */
  | { readonly state: 'used'; readonly consumed_at: number; readonly lost?: LostSince }
  | { readonly state: 'mismatch'; readonly token_operation: string }
  /** The policy requires more than the caller can give; the token stays good. */
  | { readonly state: 'waiting'; readonly expires_at: number }
  | Denied;

/** When a confirmed call began, and its last sign of life. */
export interface LostSince {
  readonly started_at: number;
  readonly last_heard_at: number;
}

/** How often a confirmation can be used again because its call had no effect. */
export const mostRestores = 5;

/** Issues confirmation tokens and holds their calls. `Admissions` uses the tokens up, in the same store. */
export interface Tokens {
  /** Identifies the transactions that the tokens take part in. A server's admissions must name the same. */
  readonly transaction: object;
  /** Whether calls can be held, so that `recourse_confirm` can make them. */
  readonly holds: boolean;
  /** One decision, atomically: passes a decision about the same call on, or issues a token. */
  ask(request: AskRequest): Promise<Asked>;
  /** The call that a token is held for; undefined for a token that is unknown or expired. */
  held(token: string): Promise<HeldCall | undefined>;
  /** When a token expires; undefined for one that is unknown. */
  expiryOf(token: string): Promise<number | undefined>;
}
