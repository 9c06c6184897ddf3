import { LeftOut } from '../report/left-out.ts';
import type { LeftOutEntry } from '../report/report.ts';
import { plainLine } from '../text.ts';
import { assignNames } from './assign-names.ts';
import type { Found } from './collect.ts';
import { draft } from './draft.ts';
import type { DraftContext } from './draft.ts';
import type { DraftOperation } from './draft-operation.ts';

/** Drafts every operation, reads first: a PUT is only offered if the same path has a read. */
export const draftAll = (
  found: readonly Found[],
  context: Omit<DraftContext, 'readers'>,
): { readonly operations: readonly DraftOperation[]; readonly leftOut: readonly LeftOutEntry[] } => {
  const names = assignNames(found);
  const readers = new Map<string, DraftOperation>();
  const results = new Map<Found, DraftOperation | LeftOutEntry>();
  const convert = (each: Found, index: number): void => {
    const result = draftOne(each, names[index] ?? '', { ...context, readers });
    results.set(each, result);
    if ('category' in result && each.method === 'GET' && result.category === 'read') readers.set(each.path, result);
  };
  for (const [index, each] of found.entries()) if (each.method === 'GET') convert(each, index);
  for (const [index, each] of found.entries()) if (each.method !== 'GET') convert(each, index);
  const all = found.map((each) => results.get(each));
  return {
    operations: all.flatMap((result) => (result && 'category' in result ? [result] : [])),
    leftOut: all.flatMap((result) => (result && 'reason' in result ? [result] : [])),
  };
};

const draftOne = (found: Found, name: string, context: DraftContext): DraftOperation | LeftOutEntry => {
  try {
    return draft(found, name, context);
  } catch (error) {
    if (!(error instanceof LeftOut)) throw error;
    return {
      operation: plainLine(`${found.method} ${found.path}`, 200),
      reason: error.reason,
      detail: plainLine(error.message, 200),
    };
  }
};
