/** The key of a call's `_meta` that contains its idempotency key. */
export const idempotencyKeyMetaKey = 'dev.recourse/idempotency_key';
/** The key of a repeated call's `_meta` that contains the token that confirms it. */
export const confirmationTokenMetaKey = 'dev.recourse/confirmation_token';
/** Under this key of a result's `_meta` the client says how its call ended, and why. */
export const recoveryMetaKey = 'dev.recourse/recovery';
/** The tool by which servers of the contract take a confirmation. */
export const confirmToolName = 'recourse_confirm';
