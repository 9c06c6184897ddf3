/** The authorization server cannot be asked, or its answer cannot be used. Nothing of a token is part of the message. */
export class IssuerUnavailableError extends Error {
  override readonly name = 'IssuerUnavailableError';
}

/** Why tokens cannot be checked, in words for everyone. */
export const reasonOf = (thrown: unknown): string =>
  thrown instanceof IssuerUnavailableError ? thrown.message : 'access tokens cannot be checked';
