import type { Json } from '@recourse/contract';
import { findSimilar } from '@recourse/contract';
import { looksLikeSecret } from '@recourse/engine/third-party-schemas';
import type { YamlTree } from '@recourse/yaml';
import type { AdapterProblem } from '../problem.ts';
import type { Place } from './place.ts';

/** A problem before its offset has become a line and a column. */
export interface Finding extends Omit<AdapterProblem, 'line' | 'column'> {
  readonly offset: number;
}

/** Takes what a rule has found wrong. */
export type Report = (finding: Finding) => void;

type More = Partial<Pick<AdapterProblem, 'severity' | 'suggestion' | 'confidential' | 'expected' | 'actual'>>;

const at = ({ path, offset }: Place) => ({ field_path: path, offset });

/** A field that has to be there is not. */
export const missing = (place: Place, expected: string, more: More = {}): Finding => ({
  severity: 'error',
  code: 'SCHEMA_MISSING_FIELD',
  message: `Required field '${place.path}' is missing`,
  ...at(place),
  expected,
  ...more,
});

/** A value that is not what the field takes. */
export const wrong = (place: Place, expected: string, more: More = {}): Finding => {
  const actual = more.actual ?? shown(place);
  return {
    severity: 'error',
    code: 'SCHEMA_INVALID_TYPE',
    message: `Field '${place.path}' expected ${expected}, got ${text(actual)}`,
    ...at(place),
    expected,
    actual,
    ...more,
  };
};

/** A name that leads to nothing. `of` says where it should lead. */
export const unresolved = (
  place: Place,
  name: string,
  of: string,
  known: readonly string[],
  more: More = {},
): Finding => {
  const meant = nearest(name, known);
  return {
    severity: 'error',
    code: 'SCHEMA_UNRESOLVED_REF',
    message: `'${clip(name)}' not found in ${of}`,
    ...at(place),
    expected: `a name in ${of}`,
    actual: clip(name),
    ...(meant !== undefined && { suggestion: `did you mean '${meant}'?` }),
    ...more,
  };
};

/** A name that stands for two things. */
export const duplicate = (place: Place, message: string, more: More = {}): Finding => ({
  severity: 'error',
  code: 'SCHEMA_DUPLICATE_NAME',
  message,
  ...at(place),
  ...more,
});

/** A name that breaks its rule, or that nothing reads. */
export const badName = (place: Place, message: string, more: More = {}): Finding => ({
  severity: 'error',
  code: 'SCHEMA_INVALID_NAME',
  message,
  ...at(place),
  ...more,
});

/** Something that holds only for a reader of the file: it will not be done, or is risky. */
export const caution = (place: Place, message: string, suggestion?: string): Finding => ({
  severity: 'warning',
  code: 'SCHEMA_INVALID_TYPE',
  message,
  ...at(place),
  ...(suggestion !== undefined && { suggestion }),
});

/** The nearest of several names, where one is near. */
export const nearest = (wanted: string, known: readonly string[]): string | undefined => {
  const [similar] = findSimilar(wanted, known, { most: 1 });
  return similar === undefined ? undefined : String(similar.ref);
};

/** `'a', 'b' or 'c'`. */
export const orList = (names: readonly string[]): string => {
  const quoted = names.map((name) => `'${name}'`);
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1) ?? ''}`;
};

/**
 * The value, as far as it may be repeated: for a secret, a map or a list, only the type is named; the rest is cut
 * short.
 */
const shown = ({ tree }: Place): Json => {
  if (tree.kind !== 'value' || tree.value === null) return kindOf(tree);
  if (typeof tree.value !== 'string') return tree.value;
  return looksLikeSecret(tree.value) ? 'text' : `'${clip(tree.value)}'`;
};

/** The type of a value, for messages. Values themselves are not repeated. */
const kindOf = (tree: YamlTree): string => {
  if (tree.kind === 'map') return 'object';
  if (tree.kind === 'list') return 'array';
  return tree.value === null ? 'null' : typeof tree.value;
};

const text = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Short enough for a message. */
export const clip = (value: string): string => (value.length > 60 ? `${value.slice(0, 59)}…` : value);
