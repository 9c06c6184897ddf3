import { extname } from 'node:path';
import { parseSync } from 'oxc-parser';
import type { Comment, ParserOptions, ParseResult, Program } from 'oxc-parser';

/** A file as far as it could be understood. */
export interface Parsed {
  readonly text: string;
  readonly program: Program;
  readonly comments: readonly Comment[];
  /** The first thing that is wrong with it. */
  readonly problem: { readonly message: string; readonly offset: number } | null;
}

/** Editors do not count the byte order mark that some of them write at the start. */
const withoutByteOrderMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text);

/** How to read a file, by its name; where the name leaves it open, each way in turn. */
export const parserOptionsFor = (path: string): readonly ParserOptions[] => {
  switch (extname(path)) {
    case '.cjs':
      return [{ lang: 'jsx', sourceType: 'commonjs' }];
    case '.mjs':
      return [{ lang: 'jsx', sourceType: 'module' }];
    case '.js':
    case '.jsx':
      return [
        { lang: 'jsx', sourceType: 'module' },
        { lang: 'jsx', sourceType: 'commonjs' },
      ];
    default:
      return [{}];
  }
};

/** Parses source text without running it. Syntax errors are part of the result. */
export const parseSource = (path: string, text: string): Parsed => {
  const source = withoutByteOrderMark(text);
  const results = parserOptionsFor(path).map((options) => () => parseSync(path, source, options));
  let first: ParseResult | undefined;
  for (const parse of results) {
    const result = parse();
    if (result.errors.length === 0) return describeResult(source, result);
    first ??= result;
  }
  return describeResult(source, first ?? parseSync(path, source));
};

const describeResult = (text: string, result: ParseResult): Parsed => {
  const [error] = result.errors;
  return {
    text,
    program: result.program,
    comments: result.comments,
    problem: error ? { message: error.message, offset: error.labels[0]?.start ?? 0 } : null,
  };
};
