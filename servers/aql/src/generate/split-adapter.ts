import type { DraftAdapter } from './front-matter.ts';
import type { DraftOperation } from './operations/draft-operation.ts';

/** How many operations one file has at most: a larger tool description is of no use to a model. */
const mostOperations = 500;

/** An adapter with some of the operations of another, and with what those need. */
export const partOf = (draft: DraftAdapter, operations: readonly DraftOperation[]): DraftAdapter => {
  const types = new Set(operations.map(({ returns }) => returns?.type.replace(/\[\]$/, '')));
  const auths = new Set(operations.map(({ auth }) => auth));
  return {
    ...draft,
    operations,
    types: draft.types.filter(({ name }) => types.has(name)),
    otherAuth: new Map([...draft.otherAuth].filter(([name]) => auths.has(name))),
  };
};

/** The operations by path, in their order: those of one path may need each other. */
const byPath = (operations: readonly DraftOperation[]): readonly (readonly DraftOperation[])[] => {
  const groups = new Map<string, DraftOperation[]>();
  for (const operation of operations) {
    const [, path = ''] = operation.source.split(' ');
    const group = groups.get(path);
    if (group) group.push(operation);
    else groups.set(path, [operation]);
  }
  return [...groups.values()];
};

/** Parts of about the same number of operations, none of them with too many. */
export const firstParts = (draft: DraftAdapter): readonly DraftAdapter[] => {
  const wanted = Math.ceil(draft.operations.length / mostOperations);
  if (wanted <= 1) return [partOf(draft, draft.operations)];
  return (halves(draft) ?? []).flatMap(firstParts);
};

/** Two parts of about the same number of operations; undefined if all operations are on one path. */
export const halves = (draft: DraftAdapter): readonly DraftAdapter[] | undefined => {
  const groups = byPath(draft.operations);
  if (groups.length < 2) return undefined;
  const first: DraftOperation[] = [];
  let taken = 0;
  while (taken === 0 || (taken < groups.length - 1 && first.length < draft.operations.length / 2)) {
    first.push(...(groups[taken] ?? []));
    taken += 1;
  }
  return [partOf(draft, first), partOf(draft, groups.slice(taken).flat())];
};

/** The adapter without the types of answers. */
export const withoutTypes = (draft: DraftAdapter): DraftAdapter => ({
  ...draft,
  types: [],
  operations: draft.operations.map((operation) => ({
    ...operation,
    returns: operation.returns && /^[A-Z]/.test(operation.returns.type) ? undefined : operation.returns,
  })),
});
