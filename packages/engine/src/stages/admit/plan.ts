import type { Call } from '../../call/call.ts';
import type { ConfirmationRequest } from '../consent/tokens.ts';
import type { ReservationRequest } from '../meter/quotas.ts';
import type { ClaimRequest } from '../replay/claims.ts';
import type { Admitted, NotAdmitted } from './admissions.ts';

/**
 * The requests of the stages before `admit` to the store, and their results. Each stage answers its own refusal when
 * the call comes back: `replay` a known key, `meter` a stop, `consent` a missing or refused confirmation.
 */
export class Plan {
  readonly claim: ClaimRequest | undefined;
  quotas: readonly ReservationRequest[] = [];
  confirmation: ConfirmationRequest | undefined = undefined;
  /** Whether the store was asked. Until then the call was refused by a stage before `admit`. */
  isSubmitted = false;
  /** Set once the store has decided. */
  decision: Admitted | NotAdmitted | undefined = undefined;
  /** Whether the confirmation can be used again, once the call has ended. */
  restored = false;

  constructor(claim?: ClaimRequest) {
    this.claim = claim;
  }
}

/** The plan of a call, made when the first stage needs one. */
export const planOf = (call: Call): Plan => (call.state.plan ??= new Plan());
