/** The authorization server cannot be asked, or its answer cannot be used. Nothing of a token is part of the message. */
export class IssuerUnavailableError extends Error {
  override readonly name = 'IssuerUnavailableError';
}
