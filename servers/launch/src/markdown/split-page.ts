/** The parts of a page, without reading its front matter. */
export interface PageParts {
  readonly format: 'yaml' | 'toml' | 'none';
  /** The lines between the delimiters, each with its line feed. */
  readonly block: string;
  /** Where the block starts; equal to `bodyStart` if there is none. */
  readonly blockStart: number;
  readonly bodyStart: number;
  /** The line of the first line of the body, counted from 1. */
  readonly bodyLine: number;
  /** True if the page starts with a delimiter that is not repeated. */
  readonly unclosed: boolean;
}

const opening = /^\u{FEFF}?(---|\+\+\+)[ \t]*\r?\n/u;

/** Splits a page into front matter and body, as Hugo does: `---` delimits YAML, `+++` TOML. */
export const splitPage = (page: string): PageParts => {
  const opened = opening.exec(page);
  const delimiter = opened?.[1];
  if (!opened || delimiter === undefined) return withoutBlock(false);
  const blockStart = opened[0].length;
  let start = blockStart;
  let line = 2;
  while (start < page.length) {
    const end = endOfLine(page, start);
    if (page.slice(start, end).trimEnd() === delimiter) {
      return {
        format: delimiter === '---' ? 'yaml' : 'toml',
        block: page.slice(blockStart, start),
        blockStart,
        bodyStart: end,
        bodyLine: line + 1,
        unclosed: false,
      };
    }
    start = end;
    line += 1;
  }
  return withoutBlock(true);
};

const withoutBlock = (unclosed: boolean): PageParts => ({
  format: 'none',
  block: '',
  blockStart: 0,
  bodyStart: 0,
  bodyLine: 1,
  unclosed,
});

const endOfLine = (text: string, from: number): number => {
  const feed = text.indexOf('\n', from);
  return feed === -1 ? text.length : feed + 1;
};
