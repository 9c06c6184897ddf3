/** The key in a call's `_meta` for its idempotency key. */
export const idempotencyKeyMetaKey = 'dev.recourse/idempotency_key';
/** The key in a repeated call's `_meta` for the token that confirms it. */
export const confirmationTokenMetaKey = 'dev.recourse/confirmation_token';
/** The key in a call's `_meta` for the language of its messages, a BCP 47 tag. */
export const localeMetaKey = 'dev.recourse/locale';

/** The header that carries a confirmation token on a repeated REST call. */
export const confirmationTokenHeader = 'recourse-confirmation-token';
/** The header of a REST answer that repeats the stored outcome of an earlier call with the same idempotency key. */
export const replayedHeader = 'idempotent-replayed';
