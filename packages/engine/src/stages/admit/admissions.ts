import type { Outcome } from '@recourse/contract';
import type { Overload } from '../../pipeline/store-overloaded.ts';
import type { ConfirmationRequest, TokenRefusal } from '../consent/tokens.ts';
import type { Reservation, ReservationRequest, Standing } from '../meter/quotas.ts';
import type { CallEvent } from '../record/call-event.ts';
import type { ClaimRequest, KnownKey } from '../replay/claims.ts';

/** Everything that a call needs from the store before its handler runs. */
export interface AdmissionRequest {
  /** The call's key. A confirmed call without one gets a claim that its token names. */
  readonly claim?: ClaimRequest;
  /** The quotas that count the call, in the order in which they refuse it. */
  readonly quotas: readonly ReservationRequest[];
  /** Absent if nothing about the call can need a confirmation. */
  readonly confirmation?: ConfirmationRequest;
  /** How long the handler may keep its claim without ending; after that the key is lost. */
  readonly boundMs: number;
  /** Events to append in the same transaction. */
  readonly events?: readonly CallEvent[];
}

/** The call has begun: its handler can run. */
export interface Admitted {
  readonly state: 'admitted';
  /** The claim that the handler runs under. It grows with every claim of the store, so that an upstream can compare two. */
  readonly claim?: string;
  /** The confirmation that was used up. */
  readonly confirmation?: string;
  /** One for each of the quotas, in their order. */
  readonly reservations: readonly Reservation[];
  /** Whether the events were appended. False if the store could not, although it admitted the call. */
  readonly recorded: boolean;
}

/** Why the call has not begun. Nothing was written. */
export type NotAdmitted =
  | { readonly state: 'key'; readonly key: KnownKey }
  /** The quota with this index has reached its stop. */
  | { readonly state: 'stopped'; readonly quota: number; readonly standing: Standing }
  /** The call needs a confirmation and has none. */
  | { readonly state: 'unconfirmed'; readonly standings: readonly Standing[] }
  | { readonly state: 'refused'; readonly refusal: TokenRefusal; readonly standings: readonly Standing[] };

export type Admission = Admitted | NotAdmitted;

/** A call that has ended, or that turned out not to run. */
export interface Ending {
  readonly claim?: string;
  readonly confirmation?: string;
  readonly outcome: Outcome;
  /** Reservations that do not count after all. */
  readonly giveBack: readonly string[];
  readonly events?: readonly CallEvent[];
}

export interface Ended {
  /** False if the claim was replaced in the meantime: the effect may have happened twice. */
  readonly settled: boolean;
  /** Whether the confirmation can be used again because the call had no effect. */
  readonly restored: boolean;
  readonly recorded: boolean;
}

/**
 * The state around a handler: one transaction before it and one after it. All stores take their locks in one order, so
 * that no two calls wait for each other: quotas, tokens, keys, events. State that waits for nothing returns its answers
 * instead of promises, which keeps a call that waits for nothing free of promises.
 */
export interface Admissions {
  /** Identifies the transactions. A server's tokens must name the same; events that do join them. */
  readonly transaction: object;
  /** The result that a key returns now; undefined if a call could claim it. Changes nothing. */
  find(request: ClaimRequest): Promise<KnownKey | undefined>;
  /**
   * Decides, in this order: the key is free, no quota stops the call, it is confirmed where it must be; then claims the
   * key, counts the call, uses the confirmation up and begins. All of it in one commit, or nothing.
   */
  admit(request: AdmissionRequest): Admission | Promise<Admission>;
  /**
   * Ends a call in one commit: settles the claim with the outcome, or frees it and restores the confirmation if there
   * was no effect; gives quota back; appends events. Can be repeated.
   */
  end(ending: Ending): Ended | Promise<Ended>;
  /** How far the store is beyond what it can admit, or undefined. A call that would be refused is refused early. */
  overload?(): Overload | undefined;
  /** Whether the claim still holds its key and nothing has replaced it. */
  owns(claim: string): Promise<boolean>;
}

/** Whether an outcome leaves anything behind. */
export const hadEffect = (outcome: Outcome): boolean => outcome.ok || outcome.effect !== 'none';
