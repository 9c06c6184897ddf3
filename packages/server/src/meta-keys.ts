/** Under this key of a call's `_meta` stands its idempotency key. */
export const idempotencyKeyMetaKey = 'dev.recourse/idempotency_key';
/** Under this key of a repeated call's `_meta` stands the token that confirms it. */
export const confirmationTokenMetaKey = 'dev.recourse/confirmation_token';
/** Under this key of a call's `_meta` stands the language of its messages, as a BCP 47 tag. */
export const localeMetaKey = 'dev.recourse/locale';

/** The header that carries a confirmation token on a repeated REST call. */
export const confirmationTokenHeader = 'recourse-confirmation-token';
/** The header of a REST answer that was stored by an earlier call with the same idempotency key. */
export const replayedHeader = 'idempotent-replayed';
