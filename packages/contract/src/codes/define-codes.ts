import { z } from 'zod';
import { categories, kinds, recoveries } from './code.ts';
import type { CodeDefinition, CodeRow, DetailsOf } from './code.ts';
import { templateProblems } from './template.ts';
import type { CheckedTemplate } from './template.ts';

/** Rows by their codes. */
export type Rows = Readonly<Record<string, CodeRow>>;

/** Turns a template that does not match its details into a compile error that says why. */
export type CheckedRows<Given extends Rows> = {
  readonly [Code in keyof Given]: {
    readonly [Field in 'summary' | 'message' | 'hint']: CheckedTemplate<Given[Code][Field], DetailsOf<Given[Code]>>;
  };
};

/** A declared set of codes: one namespace, one definition for each code. */
export interface CodeSet<Given extends Rows = Rows> {
  /** Null for the core. */
  readonly namespace: string | null;
  readonly definitions: { readonly [Code in keyof Given & string]: CodeDefinition<Code, Given[Code]> };
}

/** The codes of a set. */
export type CodeOf<Set extends CodeSet> = keyof Set['definitions'] & string;

export interface DefineCodesOptions {
  /** Lower-case name of the server or plugin whose codes these are. Only the core has none. */
  readonly namespace: string;
}

/** SCREAMING_SNAKE_CASE: stable, and easy to find in a log or a repository. */
const codeName = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/;
const namespaceName = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const version = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/;
/** Dialects that keep our extension inside `details` need one key that no code uses. */
export const extensionKey = 'recourse';
const noDetails = (): z.ZodObject => z.object({});

/**
 * Declares codes, one row each. Reports all problems of all rows in one error. A template that does not match its
 * details does not compile either.
 */
export const defineCodes = <const Given extends Rows>(
  rows: Given & CheckedRows<Given>,
  options?: DefineCodesOptions,
): CodeSet<Given> => {
  const namespace = options?.namespace ?? null;
  const problems: string[] = [];
  if (namespace !== null && !namespaceName.test(namespace)) {
    problems.push(`namespace '${namespace}': use lower-case letters, digits and single hyphens, as in 'my-server'`);
  }
  const definitions: Record<string, CodeDefinition> = {};
  for (const [code, row] of Object.entries<CodeRow>(rows)) {
    const definition = defineCode(namespace, code, row);
    const found = [
      ...rowProblems(definition),
      ...(typeof row.details === 'function' ? [] : detailsProblems(definition)),
    ];
    problems.push(...found.map((problem) => `${code}: ${problem}`));
    definitions[code] = definition;
  }
  if (problems.length > 0) throw new TypeError(`These codes cannot be defined:\n- ${problems.join('\n- ')}`);
  return { namespace, definitions: definitions as CodeSet<Given>['definitions'] };
};

/** Fills in the defaults of a row. */
export const defineCode = (namespace: string | null, code: string, row: CodeRow): CodeDefinition => ({
  namespace,
  code,
  kind: row.kind,
  category: row.category,
  http: row.http,
  retryable: row.retryable,
  recovery: row.recovery,
  since: row.since,
  summary: row.summary,
  message: row.message,
  hint: row.hint,
  details: once(row.details ?? noDetails),
  deprecated: row.deprecated ?? null,
  reserved: row.reserved ?? false,
});

/** Lists the problems of a set, deferred details included. Used by `recourse codes check` and our tests. */
export const codeSetProblems = (set: CodeSet): readonly string[] =>
  Object.values<CodeDefinition>(set.definitions).flatMap((definition) =>
    codeProblems(definition).map((problem) => `${definition.code}: ${problem}`),
  );

/** Lists the problems of one code, for its author. */
export const codeProblems = (definition: CodeDefinition): readonly string[] => [
  ...rowProblems(definition),
  ...detailsProblems(definition),
];

const rowProblems = (definition: CodeDefinition): readonly string[] => {
  const { code, recovery, retryable, http, kind } = definition;
  const problems: string[] = [];
  if (!codeName.test(code)) problems.push(`a code must be SCREAMING_SNAKE_CASE, as in '${screamingSnakeCase(code)}'`);
  if (!kinds.includes(kind)) problems.push(`'kind' must be one of ${kinds.join(', ')}, got '${kind}'`);
  if (!categories.includes(definition.category)) {
    problems.push(`'category' must be one of ${categories.join(', ')}, got '${definition.category}'`);
  }
  if (!recoveries.includes(recovery))
    problems.push(`'recovery' must be one of ${recoveries.join(', ')}, got '${recovery}'`);
  if (recovery === 'retry' && !retryable) problems.push(`recovery 'retry' requires retryable: true`);
  if (kind !== 'error' && http !== null) problems.push(`a ${kind} has no HTTP status: 'http' must be null`);
  if (http !== null && !(Number.isInteger(http) && http >= 400 && http <= 599) && http !== 207) {
    problems.push(`'http' must be 400 to 599, or 207 for a batch that partly failed, got ${http}`);
  }
  if (!version.test(definition.since))
    problems.push(`'since' must be a version such as '1.2.0', got '${definition.since}'`);
  return problems;
};

const detailsProblems = (definition: CodeDefinition): readonly string[] => {
  const details = definition.details();
  // Plain JavaScript and mixed installations are not checked by the types.
  const zod3 = [details, ...Object.values(details.shape)].some((schema) => !('_zod' in schema));
  if (zod3) return ['details: this is a Zod 3 schema; install zod ^4.2.0 and define the schema with it'];
  const problems: string[] = [];
  if (Object.hasOwn(details.shape, extensionKey)) {
    problems.push(`details must not have the key '${extensionKey}': it is reserved for a field that dialects add`);
  }
  if (Object.hasOwn(details.shape, 'cause_class')) {
    problems.push("details must not have the key 'cause_class': it is a field of every failure");
  }
  for (const field of ['summary', 'message', 'hint'] as const) {
    problems.push(...templateProblems(definition[field], details).map((problem) => `${field}: ${problem}`));
  }
  return problems;
};

const once = (details: z.ZodObject | (() => z.ZodObject)): (() => z.ZodObject) => {
  let built: z.ZodObject | undefined;
  return () => (built ??= typeof details === 'function' ? details() : details);
};

const screamingSnakeCase = (text: string): string => {
  const name = text
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^[_0-9]+|_+$/g, '')
    .toUpperCase();
  return codeName.test(name) ? name : 'NOT_FOUND_TICKET';
};
