import { readAdapter } from '../adapter/read-adapter.ts';
import type { AdapterProblem } from '../adapter/problem.ts';
import { categories } from '../adapter/adapter.ts';
import { DocumentError } from './document/document-error.ts';
import { renderDocumentation } from './documentation.ts';
import { renderFrontMatter } from './front-matter.ts';
import type { DraftAdapter } from './front-matter.ts';
import type { DraftOperation } from './operations/draft-operation.ts';
import { countReasons } from './report/report.ts';
import type { GenerateReport, LeftOutEntry, Note } from './report/report.ts';

/** What is known about the document when the adapter is written. */
export interface Origin {
  readonly source: GenerateReport['source'];
  /** How many operations the document has. */
  readonly found: number;
  readonly leftOut: readonly LeftOutEntry[];
  readonly notes: readonly Note[];
  readonly credit: string | undefined;
}

/** What `recourse aql check` reads at most. */
const maximumCharacters = 1_048_576;

/**
 * Writes the file and reads it back, as whoever serves it will. An operation that is not taken is left out with the
 * reason, so that what is written always passes the check.
 */
export const writeChecked = (
  draft: DraftAdapter,
  origin: Origin,
): { readonly text: string; readonly report: GenerateReport } => {
  const { text, report } = write(draft, origin);
  if (text.length > maximumCharacters) return writeSmaller(draft, origin);
  const errors = readAdapter(text).problems.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return { text, report };
  const refused = new Map<DraftOperation, AdapterProblem>();
  for (const problem of errors) {
    const operation = operationAt(draft, problem.field_path);
    if (operation && !refused.has(operation)) refused.set(operation, problem);
  }
  if (refused.size === 0 || refused.size === draft.operations.length)
    throw new Error(`The adapter does not pass its own check: ${errors[0]?.field_path} ${errors[0]?.message}`);
  const kept = draft.operations.filter(
    (operation) => !refused.has(operation) && ![...refused.keys()].some(({ name }) => name === operation.readWith),
  );
  const left = draft.operations.filter((operation) => !kept.includes(operation));
  return writeChecked(
    { ...draft, operations: kept },
    {
      ...origin,
      leftOut: [
        ...origin.leftOut,
        ...left.map((operation) => ({
          operation: operation.source,
          reason: 'refused_by_check' as const,
          detail: refused.get(operation)?.message ?? `'${String(operation.readWith)}' is left out`,
        })),
      ],
    },
  );
};

/** Types are for readers; operations are what the adapter is for. */
const writeSmaller = (draft: DraftAdapter, origin: Origin): ReturnType<typeof writeChecked> => {
  if (draft.types.length === 0) {
    throw new DocumentError(
      `The adapter would be larger than ${maximumCharacters} characters, with ${draft.operations.length} operations. Choose fewer, with --tag, --include, --exclude or --limit.`,
    );
  }
  const operations = draft.operations.map(({ returns, ...operation }) => ({
    ...operation,
    returns: returns && /^[A-Z]/.test(returns.type) ? undefined : returns,
  }));
  const note = { note: 'the types of answers are left out, as the adapter would be too large with them' };
  return writeChecked({ ...draft, types: [], operations }, { ...origin, notes: [...origin.notes, note] });
};

const write = (draft: DraftAdapter, { source, found, leftOut, notes, credit }: Origin) => {
  const report: GenerateReport = {
    source,
    operations: { found, written: draft.operations.length, left_out: leftOut.length },
    reasons: countReasons(leftOut),
    left_out: leftOut,
    notes,
  };
  return { text: `---\n${renderFrontMatter(draft)}---\n\n${renderDocumentation(draft, report, credit)}`, report };
};

/** The operation that a problem is about: `operations.read[3].params.x` is the fourth that reads. */
const operationAt = (draft: DraftAdapter, path: string): DraftOperation | undefined => {
  const [, category, index] = /^operations\.([a-z]+)\[(\d+)\]/.exec(path) ?? [];
  if (!categories.some((each) => each === category)) return undefined;
  return draft.operations.filter((operation) => operation.category === category)[Number(index)];
};
