import { countTokens } from '../../tokens/count-tokens.ts';

/**
 * Tokens that an answer has besides the payload of its tool: `ok`, `_meta` with its counts and the session, and the
 * names of the fields. The longest values of all of them take fewer.
 */
export const envelopeTokens = 45;

/** The smallest budget that a call may state: the envelope, the address and title of the page, and some elements. */
export const leastBudget = 400;
export const mostBudget = 200_000;
export const defaultBudget = 8000;

/** The tokens of a payload as it is sent. */
const payloadTokens = (payload: object): number => countTokens(JSON.stringify(payload));

/** Every attempt that is too large is followed by a smaller one, so few are needed. */
const mostAttempts = 40;

/**
 * Makes the largest payload that fits. `make` gets the tokens that it may spend by its own estimate, which need not be
 * exact: the whole payload is counted, and made again with less until it fits.
 */
export const fit = <Payload extends object>(budgetTokens: number, make: (tokens: number) => Payload): Payload => {
  const most = budgetTokens - envelopeTokens;
  let allowed = most;
  let payload = make(allowed);
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const excess = payloadTokens(payload) - most;
    if (excess <= 0) return payload;
    allowed = attempt === mostAttempts - 2 ? 0 : Math.max(0, allowed - excess - Math.ceil(allowed / 50));
    payload = make(allowed);
  }
  return payload;
};
