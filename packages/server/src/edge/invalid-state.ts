import { fail } from '@recourse/contract';
import type { Failure } from '@recourse/contract';

/** The refusal of a `requestState` that is forged, expired or of another request. Saying which would help a forger. */
export const invalidState = (): Failure =>
  fail(
    'TOKEN_INVALID',
    { token: 'requestState' },
    {
      message: 'Invalid or expired requestState',
      hint: 'Make the request again without requestState and inputResponses, and answer the new question.',
    },
  );
