import { parse as parseToml, TomlError } from 'smol-toml';
import { parseDocument } from 'yaml';
import { splitPage } from './split-page.ts';

/** The values of the front matter, or why they cannot be read. */
export type FrontMatter =
  | { readonly values: Readonly<Record<string, unknown>>; readonly problem?: never }
  | { readonly values?: never; readonly problem: string; readonly line: number };

/** Front matter is small. The limit keeps documents that grow when they are read from costing time. */
const mostFrontMatterCharacters = 16_384;
/** A page rarely has one alias. Each can multiply the size of the document. */
const mostAliases = 20;

/** The start of front matter in JSON, which Hugo reads as well; two braces start a shortcode. */
const json = /^\u{FEFF}?\{(?!\{)/u;

/** Reads the front matter of a page. A page without any has no values. */
export const readFrontMatter = (page: string): FrontMatter => {
  const { format, block, unclosed } = splitPage(page);
  if (unclosed) return { problem: 'its closing delimiter is missing', line: 1 };
  if (format === 'none') {
    return json.test(page) ? { problem: 'front matter in JSON is not supported', line: 1 } : { values: {} };
  }
  if (block.length > mostFrontMatterCharacters) {
    return { problem: `the front matter has more than ${mostFrontMatterCharacters} characters`, line: 1 };
  }
  try {
    return format === 'yaml' ? readYaml(block) : { values: parseToml(block) };
  } catch (error) {
    // Nesting beyond the stack, too many aliases, or invalid TOML.
    const line = error instanceof TomlError ? error.line + 1 : 1;
    const reason = error instanceof Error ? firstLine(error.message) : 'unknown error';
    return { problem: reason, line };
  }
};

const readYaml = (block: string): FrontMatter => {
  const document = parseDocument(block, { prettyErrors: false, logLevel: 'silent' });
  const [error] = document.errors;
  if (error) return { problem: firstLine(error.message), line: lineOf(block, error.pos[0]) + 1 };
  const values: unknown = document.toJS({ maxAliasCount: mostAliases });
  if (values === null || values === undefined) return { values: {} };
  if (!isRecord(values)) return { problem: 'the front matter must be a mapping of keys to values', line: 2 };
  return { values };
};

/** The line of a place, from 1. An error at the end is one of the last line. */
const lineOf = (block: string, at: number): number => block.trimEnd().slice(0, at).split('\n').length;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const longestReason = 200;
const firstLine = (message: string): string => (message.split('\n')[0] ?? '').slice(0, longestReason);
