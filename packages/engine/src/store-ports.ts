export { hadEffect } from './stages/admit/admissions.ts';
export type {
  Admission,
  AdmissionRequest,
  Admissions,
  Admitted,
  Ended,
  Ending,
  NotAdmitted,
} from './stages/admit/admissions.ts';
export { StoreOverloadedError } from './pipeline/store-overloaded.ts';
export type { Overload } from './pipeline/store-overloaded.ts';
export { StoreUnavailableError } from './pipeline/store-unavailable.ts';
export type { ServerStores } from './server/server-options.ts';
export type { Sharing } from './sharing/sharing.ts';
export { mostRestores } from './stages/consent/tokens.ts';
export type {
  Asked,
  AskRequest,
  ConfirmationRequest,
  HeldCall,
  LostSince,
  TokenRefusal,
  Tokens,
} from './stages/consent/tokens.ts';
export { keyPrefix, localIdentity } from './stages/identify/identify.ts';
export type { QuotaRefusal, QuotaStanding } from './stages/meter/quota-rule.ts';
export type { Reservation, ReservationRequest, Standing } from './stages/meter/quotas.ts';
export type { ClaimRequest, KnownKey } from './stages/replay/claims.ts';
