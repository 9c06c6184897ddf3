import type { Category, CodeDefinition, Deprecation, Kind, Recovery } from '../codes/code.ts';
import type { CodeSet } from '../codes/define-codes.ts';
import { templateTexts } from '../codes/template.ts';
import { loadDialect } from '../dialects/index.ts';
import type { Dialect, JsonSchema } from '../dialects/dialect.ts';
import { detailsSchema } from './details-schema.ts';

/** All properties of one code, as data that any program can read. */
export interface ListedCode {
  /** Null for the core. */
  readonly namespace: string | null;
  readonly code: string;
  readonly kind: Kind;
  readonly category: Category;
  readonly http: number | null;
  readonly retryable: boolean;
  readonly recovery: Recovery;
  /** The sentences of a template, in the order in which they are tried; so too `summary` and `hint`. */
  readonly message: readonly string[];
  readonly summary: readonly string[];
  readonly hint: readonly string[];
  readonly details: JsonSchema;
  readonly since: string;
  readonly deprecated: Deprecation | null;
  readonly reserved: boolean;
  /** The number that the `jsonrpc` dialect answers with; null for what is never an answer of its own. */
  readonly jsonrpc: number | null;
}

export interface CodeListing {
  readonly codes: readonly ListedCode[];
}

/** Lists sets of codes, in their order and the order of their rows. */
export const listCodes = (sets: readonly CodeSet[]): Promise<CodeListing> =>
  listDefinitions(sets.flatMap((set) => Object.values<CodeDefinition>(set.definitions)));

/** Lists codes from any source, such as a registry that is in use. */
export const listDefinitions = async (definitions: readonly CodeDefinition[]): Promise<CodeListing> => {
  const jsonrpc = await loadDialect('jsonrpc');
  return { codes: definitions.map((definition) => listCode(definition, jsonrpc)) };
};

const listCode = (definition: CodeDefinition, jsonrpc: Dialect): ListedCode => ({
  namespace: definition.namespace,
  code: definition.code,
  kind: definition.kind,
  category: definition.category,
  http: definition.http,
  retryable: definition.retryable,
  recovery: definition.recovery,
  message: templateTexts(definition.message),
  summary: templateTexts(definition.summary),
  hint: templateTexts(definition.hint),
  details: detailsOf(definition),
  since: definition.since,
  deprecated: definition.deprecated,
  reserved: definition.reserved,
  jsonrpc: definition.kind === 'error' ? asNumber(jsonrpc.ownCode(definition)) : null,
});

const known = new WeakMap<CodeDefinition, JsonSchema>();

/** A definition never changes, and deriving its schema takes most of the time of a listing. */
const detailsOf = (definition: CodeDefinition): JsonSchema => {
  const schema = known.get(definition) ?? detailsSchema(definition.details());
  known.set(definition, schema);
  return schema;
};

const asNumber = (code: string | number): number | null => (typeof code === 'number' ? code : null);

/** The name of a code that is unique across namespaces: `CODE` in the core, else `namespace:CODE`. */
export const qualifiedName = ({ namespace, code }: Pick<ListedCode, 'namespace' | 'code'>): string =>
  namespace === null ? code : `${namespace}:${code}`;
