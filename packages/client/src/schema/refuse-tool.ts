import { fail, findSimilar } from '@recourse/contract';
import type { Failure } from '@recourse/contract';

const mostListed = 50;

/** The failure of a call to a tool that the server does not list, with the nearest names. Nothing was sent. */
export const refuseTool = (operation: string, names: readonly string[]): Failure => {
  const similar = findSimilar(operation, names, { role: 'tool' });
  const available = names.length <= mostListed ? { available: [...names] } : {};
  return fail(
    'NOT_FOUND_OPERATION',
    { operation, ...available },
    { effect: 'none', ...(similar.length > 0 && { similar }) },
  );
};
