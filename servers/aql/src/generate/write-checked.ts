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
import { firstParts, halves, partOf, withoutTypes } from './split-adapter.ts';

/** The facts about the document when the adapter is written. */
export interface Origin {
  readonly source: GenerateReport['source'];
  /** How many operations the document has. */
  readonly found: number;
  readonly leftOut: readonly LeftOutEntry[];
  readonly notes: readonly Note[];
  readonly credit: string | undefined;
}

/** One adapter file. */
export interface AdapterFile {
  readonly name: string;
  readonly text: string;
}

/** The longest file that `recourse aql check` reads. */
const maximumCharacters = 1_048_576;
/** For the documentation, whose length depends on all parts. */
const reservedCharacters = 20_000;

/**
 * Writes the adapter and reads it back, as the runtime will. An operation that is not accepted is left out with the
 * reason, so that every file passes the check. An adapter that is too large becomes several files.
 */
export const writeChecked = (
  draft: DraftAdapter,
  origin: Origin,
): { readonly files: readonly AdapterFile[]; readonly report: GenerateReport } => {
  const leftOut = [...origin.leftOut];
  const notes = [...origin.notes];
  const parts = firstParts(draft).flatMap((part) => settle(part, { leftOut, notes }));
  if (parts.length === 0) throw new DocumentError('The document has no operation that an adapter can serve.');
  const named = parts.map((part, index) => ({
    ...part,
    name: index === 0 ? draft.name : `${draft.name}-${index + 1}`,
  }));
  const report: GenerateReport = {
    source: origin.source,
    operations: {
      found: origin.found,
      written: named.reduce((sum, { operations }) => sum + operations.length, 0),
      left_out: leftOut.length,
    },
    files: named.map(({ name, operations }) => ({ name, operations: operations.length })),
    written: named.flatMap(({ name: adapter, operations }) =>
      operations.map(({ source, name }) => ({ operation: source, name, adapter })),
    ),
    reasons: countReasons(leftOut),
    left_out: leftOut,
    notes,
  };
  const files = named.map((part) => ({
    name: part.name,
    text: `---\n${renderFrontMatter(part)}---\n\n${renderDocumentation(part, report, origin.credit)}`,
  }));
  return { files, report };
};

interface Lists {
  readonly leftOut: LeftOutEntry[];
  readonly notes: Note[];
}

/** The parts of an adapter that pass the check: the adapter itself if it is small enough, else several. */
const settle = (draft: DraftAdapter, lists: Lists): readonly DraftAdapter[] => {
  if (draft.operations.length === 0) return [];
  const text = `---\n${renderFrontMatter(draft)}---\n`;
  if (text.length > maximumCharacters - reservedCharacters) return settleSmaller(draft, lists);
  const errors = readAdapter(text).problems.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return [draft];
  const refused = new Map<DraftOperation, AdapterProblem>();
  for (const problem of errors) {
    const operation = operationAt(draft, problem.field_path);
    if (operation && !refused.has(operation)) refused.set(operation, problem);
  }
  if (refused.size === 0) {
    throw new Error(`The generated adapter fails validation: ${errors[0]?.field_path} ${errors[0]?.message}`);
  }
  const isKept = (operation: DraftOperation): boolean =>
    !refused.has(operation) && ![...refused.keys()].some(({ name }) => name === operation.readWith);
  for (const operation of draft.operations.filter((each) => !isKept(each))) {
    const detail = refused.get(operation)?.message ?? `'${String(operation.readWith)}' is omitted`;
    lists.leftOut.push({ operation: operation.source, reason: 'refused_by_check', detail });
  }
  return settle(partOf(draft, draft.operations.filter(isKept)), lists);
};

/** Two halves; or, for operations on one path, without the types, which are only for readers. */
const settleSmaller = (draft: DraftAdapter, lists: Lists): readonly DraftAdapter[] => {
  const split = halves(draft);
  if (split) return split.flatMap((half) => settle(half, lists));
  if (draft.types.length > 0) {
    lists.notes.push({
      note: `the response types of ${draft.operations[0]?.source} are omitted, as they are too large`,
    });
    return settle(withoutTypes(draft), lists);
  }
  for (const { source } of draft.operations) {
    lists.leftOut.push({ operation: source, reason: 'too_large', detail: `more than ${maximumCharacters} characters` });
  }
  return [];
};

/** The operation that a problem is about: `operations.read[3].params.x` is the fourth that reads. */
const operationAt = (draft: DraftAdapter, path: string): DraftOperation | undefined => {
  const [, category, index] = /^operations\.([a-z]+)\[(\d+)\]/.exec(path) ?? [];
  if (!categories.some((each) => each === category)) return undefined;
  return draft.operations.filter((operation) => operation.category === category)[Number(index)];
};
