import type { CodeDefinition, CodeRow, DetailsOf } from '../codes/code.ts';
import { codeProblems, defineCode } from '../codes/define-codes.ts';
import type { CodeSet } from '../codes/define-codes.ts';
import type { JsonObject } from '../json.ts';
import { coreCodes } from '../registries/core/codes.ts';
import type { Failure } from './failure.ts';
import type { FailureOptions } from './make-failure.ts';
import { makersFor } from './makers.ts';
import type { Warning } from './outcome.ts';

export type CoreSet = typeof coreCodes;
type CodesOfKind<Set, Kind> =
  Set extends CodeSet<infer Rows>
    ? { [Code in keyof Rows & string]: Rows[Code]['kind'] extends Kind ? Code : never }[keyof Rows & string]
    : never;
type RowOf<Set, Code extends string> =
  Set extends CodeSet<infer Rows> ? (Code extends keyof Rows ? Rows[Code] : never) : never;
type DetailsFor<Set, Code extends string> = RowOf<Set, Code> extends infer Row extends CodeRow ? DetailsOf<Row> : never;

/** The details come first, and are optional if the code requires none. */
type Arguments<Details, Options extends readonly unknown[]> =
  Record<never, never> extends Details ? [details?: Details, ...Options] : [details: Details, ...Options];

/** The codes of a set that a call can fail with. */
export type ErrorCode<Set extends CodeSet> = CodesOfKind<Set, 'error'>;
/** The warning codes of a set. */
export type WarningCode<Set extends CodeSet> = CodesOfKind<Set, 'warning'>;

/** Creates a failure from a code of kind `error` and the details that its row declares. */
export type Fail<Set extends CodeSet, Allowed extends string = ErrorCode<Set>> = <const Code extends Allowed>(
  code: Code,
  ...rest: Arguments<DetailsFor<Set, Code>, [options?: FailureOptions]>
) => Failure<Code, DetailsFor<Set, Code>>;

/** Creates a warning from a code of kind `warning`. */
export type Warn<Set extends CodeSet> = <const Code extends WarningCode<Set>>(
  code: Code,
  ...rest: Arguments<DetailsFor<Set, Code>, []>
) => Warning<Code, DetailsFor<Set, Code>>;

/** Codes added at run time, until `remove` is called. */
export interface LoadedCodes<Set extends CodeSet> {
  readonly fail: Fail<Set>;
  readonly warn: Warn<Set>;
  /** Removes the codes when the plugin is unloaded. */
  remove(): void;
}

/** The codes of an adapter file, which no compiler has checked. */
export type AdapterRows = Readonly<Record<string, CodeRow>>;

export interface LoadedAdapterCodes {
  fail(code: string, details?: JsonObject, options?: FailureOptions): Failure;
  remove(): void;
}

/** The codes that a server can answer with: the core codes, its own, and those added at run time. */
export interface Registry<Set extends CodeSet = CodeSet> {
  readonly fail: Fail<Set>;
  readonly warn: Warn<Set>;
  /** The definition of a code, in any namespace if none is given. */
  find(code: string, namespace?: string | null): CodeDefinition | undefined;
  /** Every definition in the order of declaration, core codes first. */
  list(): readonly CodeDefinition[];
  /** Adds the codes of a plugin, declared with `definePluginCodes`. */
  addPlugin<const Added extends CodeSet>(set: Added): LoadedCodes<Added>;
  /** Adds the codes of an adapter under their own names, with the checks of `defineCodes`. */
  addAdapter(namespace: string, rows: AdapterRows): LoadedAdapterCodes;
}

const add = (byCode: Map<string, CodeDefinition>, definitions: readonly CodeDefinition[]): void => {
  const problems = definitions.flatMap((definition) => {
    const taken = byCode.get(definition.code);
    if (!taken) return [];
    return taken.namespace === null
      ? [`${definition.code} is a core code: use that code, or choose another name`]
      : [
          `${definition.code} is already used by '${taken.namespace}': choose another name, or unload '${taken.namespace}' first`,
        ];
  });
  // All or nothing: a rejected set adds no code.
  if (problems.length > 0) throw new TypeError(`These codes cannot be added:\n- ${problems.join('\n- ')}`);
  for (const definition of definitions) byCode.set(definition.code, definition);
};

const remove = (byCode: Map<string, CodeDefinition>, definitions: readonly CodeDefinition[]): void => {
  for (const definition of definitions) {
    if (byCode.get(definition.code) === definition) byCode.delete(definition.code);
  }
};

/** Combines the core codes with the given sets. Throws if two sets use the same name. */
export const createRegistry = <const Sets extends readonly CodeSet[]>(
  ...sets: Sets
): Registry<CoreSet | Sets[number]> => {
  const byCode = new Map<string, CodeDefinition>();
  add(byCode, Object.values<CodeDefinition>(coreCodes.definitions));
  for (const set of sets) {
    if (set !== coreCodes) add(byCode, Object.values<CodeDefinition>(set.definitions));
  }
  const { fail, warn } = makersFor((code) => byCode.get(code));
  return {
    fail: fail as Fail<CoreSet | Sets[number]>,
    warn: warn as Warn<CoreSet | Sets[number]>,
    find: (code, namespace) => {
      const definition = byCode.get(code);
      return namespace === undefined || definition?.namespace === namespace ? definition : undefined;
    },
    list: () => [...byCode.values()],
    addPlugin: <Added extends CodeSet>(set: Added) => {
      const definitions = Object.values<CodeDefinition>(set.definitions);
      if (definitions.some(({ code }) => !code.startsWith(`${set.namespace ?? ''}.`))) {
        throw new TypeError(
          `The codes of a plugin must have the form '<plugin>.CODE': define them with definePluginCodes('my-plugin', rows).`,
        );
      }
      add(byCode, definitions);
      const own = new Set<string>(definitions.map(({ code }) => code));
      const makers = makersFor((code) => (own.has(code) ? byCode.get(code) : undefined));
      return {
        fail: makers.fail as unknown as Fail<Added>,
        warn: makers.warn as unknown as Warn<Added>,
        remove: () => remove(byCode, definitions),
      };
    },
    addAdapter: (namespace, rows) => {
      const definitions = Object.entries(rows).map(([code, row]) => defineCode(namespace, code, row));
      const problems = definitions.flatMap((definition) =>
        codeProblems(definition).map((problem) => `${definition.code}: ${problem}`),
      );
      if (problems.length > 0) throw new TypeError(`Adapter '${namespace}':\n- ${problems.join('\n- ')}`);
      add(byCode, definitions);
      const own = new Map(definitions.map((definition) => [definition.code, definition]));
      return {
        fail: makersFor((code) => own.get(code) ?? byCode.get(code)).fail,
        remove: () => remove(byCode, definitions),
      };
    },
  };
};

/** The core codes alone, with their `fail` and `warn`. */
export const coreRegistry = createRegistry();

export const { fail, warn } = coreRegistry;
