import { isMap, isNode, isPair, isScalar, LineCounter, parseDocument } from 'yaml';
import type { Document, Node, YAMLParseError } from 'yaml';
import { checkRunConfig } from './check-run-config.ts';
import type { RunConfig } from './run-config.ts';

/** A problem of a configuration file, at a place that an editor can go to. Lines and columns count from 1. */
export interface PlacedProblem {
  readonly path: string;
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

export type ReadConfig =
  | { readonly ok: true; readonly config: RunConfig; readonly value: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly problems: readonly PlacedProblem[] };

const mostCharacters = 256 * 1024;
/** Aliases can multiply the size of a document; a configuration needs none. */
const mostAliases = 0;

/** Reads a configuration from YAML or JSON, and reports every problem with its line and column. */
export const readConfigText = (text: string): ReadConfig => {
  if (text.length > mostCharacters) {
    return wrong(`The file must have at most ${mostCharacters} characters, got ${text.length}`);
  }
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    logLevel: 'error',
    uniqueKeys: true,
    version: '1.2',
  });
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  if (document.errors.length > 0) {
    const problems = document.errors.map((error) => ({ path: '', message: explain(error, text), ...at(error.pos[0]) }));
    return { ok: false, problems };
  }
  const value = valueOf(document);
  if (typeof value === 'string') return wrong(value);
  const checked = checkRunConfig(value);
  if (checked.ok) return { ok: true, config: checked.config, value };
  return {
    ok: false,
    problems: checked.problems.map(({ path, message }) => ({
      path,
      message: path === '' ? message : `${path.slice(1).replaceAll('/', '.')}: ${message}`,
      ...at(offsetOf(document, pathOf(path))),
    })),
  };
};

const wrong = (message: string): ReadConfig => ({ ok: false, problems: [{ path: '', message, line: 1, column: 1 }] });

/** Words for the mistakes that the parser explains with its own functions, or without the name. */
const explain = ({ code, message, pos: [from, to] }: YAMLParseError, text: string): string => {
  if (code === 'MULTIPLE_DOCS') return "The file must contain a single YAML document, without '---' separators";
  if (code !== 'DUPLICATE_KEY') return message;
  const name = /^["']?([\w-]{1,100})/.exec(text.slice(from, Math.max(to, from + 100)))?.[1];
  return name === undefined ? 'A field is defined more than once' : `The field '${name}' is defined more than once`;
};

/** The fields of a document, or why it has none. */
const valueOf = (document: Document): Readonly<Record<string, unknown>> | string => {
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: mostAliases });
  } catch {
    return 'The file must not use aliases (*name)';
  }
  if (value === null || value === undefined) return 'The file is empty';
  if (typeof value === 'object' && !Array.isArray(value)) return value as Readonly<Record<string, unknown>>;
  return `The file must be a mapping of fields to values, got a ${Array.isArray(value) ? 'list' : typeof value}`;
};

const pathOf = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

/** Returns the offset of a value: of its key if it has one, else of the nearest value around it. */
const offsetOf = (document: Document, path: readonly string[]): number => {
  let node: unknown = document.contents;
  let offset = 0;
  for (const part of path) {
    if (isMap(node)) {
      const pair = node.items.find((item) => isPair(item) && isScalar(item.key) && String(item.key.value) === part);
      if (!pair) return offset;
      offset = startOf(pair.key) ?? offset;
      node = pair.value;
    } else {
      node =
        isNode(node) && 'get' in node
          ? (node as { get(key: number, keep: true): unknown }).get(Number(part), true)
          : undefined;
      offset = startOf(node) ?? offset;
    }
  }
  return offset;
};

const startOf = (node: unknown): number | undefined => (isNode(node) ? (node as Node).range?.[0] : undefined);
