import { isMap, isNode, isPair, isScalar, LineCounter, parseDocument } from 'yaml';
import type { Document, Node } from 'yaml';
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
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true, version: '1.2' });
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  if (document.errors.length > 0) {
    const problems = document.errors.map(({ message, pos }) => ({ path: '', message, ...at(pos[0]) }));
    return { ok: false, problems };
  }
  const value = valueOf(document);
  if (value === undefined) return wrong('The file must hold one mapping of fields to values, without aliases');
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

const valueOf = (document: Document): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value: unknown = document.toJS({ maxAliasCount: mostAliases });
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
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
