/** The values that a flag accepts. */
export type ValueRule =
  /** A value that matches the whole `pattern`, such as `example`. */
  | {
      readonly kind: 'text';
      readonly pattern: RegExp;
      readonly example: string;
      /** Set if the runner loads other values as code: they are refused as such. */
      readonly loads?: boolean;
    }
  /** One of a list. */
  | {
      readonly kind: 'word';
      readonly words: readonly string[];
      /** Set if the runner loads other values as code: they are refused as such. */
      readonly loads?: boolean;
      /** Set if the runner writes files for other values: they are refused as such. */
      readonly writes?: boolean;
      /** Other values that load nothing but change how the tests are run or measured: they are refused as such. */
      readonly controls?: RegExp;
    }
  /** A filter on the names of tests. */
  | { readonly kind: 'filter' }
  /** Build tags, separated by commas. */
  | { readonly kind: 'tags' }
  /** A file or folder inside the root. */
  | { readonly kind: 'path' }
  /** A length of time as Go writes it; 0 too, which means none. */
  | { readonly kind: 'duration' };

/** A meaning that both a flag and a field of a tool can have. Such a flag is passed on like the field. */
export type Meaning = 'run' | 'tags' | 'race' | 'short' | 'verbose';

/** A flag that a caller may send. Flags without a rule are refused. */
export interface FlagRule {
  /** Every spelling that is allowed. The first one is put in the plan. */
  readonly names: readonly [string, ...string[]];
  /** Absent if the flag stands alone. */
  readonly value?: ValueRule;
  /** The value that is put in where a flag that can have one stands alone; without it the value is needed. */
  readonly alone?: string;
  /** Such a flag is not passed on itself. */
  readonly means?: Meaning;
  /** True for what a run does anyway. */
  readonly redundant?: boolean;
  /** True for a flag whose value is a test file or a pattern for paths, as an argument without a flag is. */
  readonly selects?: boolean;
  /** True for a flag that its runner reads only with the value attached: `-pname`, not `-p=name`. */
  readonly attached?: boolean;
  /** True if the flag may be repeated; else the last one wins. */
  readonly repeats?: boolean;
}

/** The letters of short flags that may be written together (`-xvs`), or with their value (`-n4`). */
export interface ShortForms {
  readonly clusters: boolean;
  readonly attached: readonly string[];
}

const count: ValueRule = { kind: 'text', pattern: /^[0-9]{1,7}$/, example: '2' };
const seconds: ValueRule = { kind: 'text', pattern: /^[0-9]{1,6}(?:\.[0-9]{1,6})?$/, example: '1.5' };
/** At most 128: each is a process, and a thousand of them end a machine. */
const processes: ValueRule = { kind: 'text', pattern: /^(?:[0-9]{1,2}|1[01][0-9]|12[0-8])$/, example: '2' };
const workers: ValueRule = {
  kind: 'text',
  pattern: /^(?:[0-9]{1,2}|1[01][0-9]|12[0-8]|(?:[0-9]{1,2}|100)%|0?\.[0-9]{1,2})$/,
  example: '2',
};
const shard: ValueRule = { kind: 'text', pattern: /^[0-9]{1,4}\/[0-9]{1,4}$/, example: '1/3' };
const name: ValueRule = { kind: 'text', pattern: /^[A-Za-z0-9_@][A-Za-z0-9_@./: -]{0,99}$/, example: 'unit' };
/** An amount of memory: bytes, a unit, or a share of all. */
const memory: ValueRule = {
  kind: 'text',
  pattern: /^(?:[0-9]{1,12}(?:\.[0-9]{1,3})?(?:%|[KMG]i?B?)?|0?\.[0-9]{1,3})$/i,
  example: '512MB',
};
const truth: ValueRule = { kind: 'word', words: ['true', 'false'] };
const seed: ValueRule = { kind: 'text', pattern: /^[0-9]{1,19}$/, example: '42' };

/** The kinds of values that more than one runner uses. */
export const values = { count, seconds, processes, workers, shard, name, memory, truth, seed };

/** Runners that read camel case read the same name with hyphens too. */
export const bothCases = (...names: readonly [string, ...string[]]): readonly [string, ...string[]] => {
  const hyphened = names.map((name) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
  const [first, ...rest] = [...new Set([...names, ...hyphened])];
  return [first ?? names[0], ...rest];
};

/** One of the names that a runner has built in. It loads any other name as code. */
export const builtIn = (...words: readonly string[]): ValueRule => ({ kind: 'word', words, loads: true });

/** Words with which a reporter of coverage writes into the output or the folder of the run. Any other name is loaded. */
export const coverageReports = builtIn(
  'text',
  'text-summary',
  'json-summary',
  'lcovonly',
  'lcov',
  'json',
  'clover',
  'cobertura',
);

/** One of these words. */
export const oneOf = (...words: readonly string[]): ValueRule => ({ kind: 'word', words });

/** A flag without a value. */
export const alone = (...names: readonly [string, ...string[]]): FlagRule => ({ names });

/** Arguments that say what a run does anyway, such as `--watch=false`; with other values, their flags are refused. */
export const asItIs = (...words: readonly [string, ...string[]]): FlagRule => ({ names: words, redundant: true });

/** A switch: alone, or with `=true` or `=false`. */
export const toggle = (...names: readonly [string, ...string[]]): FlagRule => ({ names, value: truth, alone: 'true' });

/** A flag that needs its value. */
export const valued = (value: ValueRule, ...names: readonly [string, ...string[]]): FlagRule => ({ names, value });
