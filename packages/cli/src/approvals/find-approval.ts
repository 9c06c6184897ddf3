import type { Approvals } from '@recourse/stores';

/**
 * Resolves an id, its beginning, or a token. A beginning means one of the calls that wait: the number of a call, and
 * any part of what follows. Part of a number matches nothing, because it could be a slip.
 */
export const referenceOf = async (approvals: Approvals, given: string): Promise<string> => {
  const beginning = given.toLowerCase();
  if (!/^[0-9a-z]+(?:-[0-9a-f]{0,5})?$/.test(beginning)) return given;
  const whole = beginning.includes('-') ? beginning : `${beginning}-`;
  return (await approvals.list()).find(({ id }) => id.startsWith(whole))?.id ?? given;
};
