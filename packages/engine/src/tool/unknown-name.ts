import { fail, findSimilar } from '@recourse/contract';
import type { Failure } from '@recourse/contract';

/** How many names to list if none is similar. */
const mostNames = 20;

/** Refuses the name of a tool or operation that does not exist, and suggests similar names. */
export const unknownName = (
  call: { readonly correlation_id: string },
  wanted: string,
  names: readonly string[],
  role: 'tool' | 'operation',
): Failure => {
  const similar = findSimilar(wanted, names, { role });
  const available = similar.length > 0 ? similar.map(({ ref }) => String(ref)) : names.slice(0, mostNames);
  return fail(
    'NOT_FOUND_OPERATION',
    { operation: wanted, available },
    { correlation_id: call.correlation_id, ...(similar.length > 0 && { similar }) },
  );
};
