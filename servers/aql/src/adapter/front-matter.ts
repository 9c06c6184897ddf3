/** The two parts of a file: what a program reads, and what people read. */
export interface Parts {
  readonly yaml: string;
  /** Where the YAML begins in the file. */
  readonly offset: number;
  readonly documentation: string;
}

export type Format = 'markdown' | 'yaml';

/** The format that the name of a file implies; undefined if only its content can tell. */
export const formatOf = (file: string): Format | undefined => {
  if (/\.(?:md|markdown)$/i.test(file)) return 'markdown';
  return /\.(?:ya?ml|json)$/i.test(file) ? 'yaml' : undefined;
};

const opening = /^---[ \t]*\r?\n/;
const closing = /^---[ \t]*(?:\r?\n|$)/m;

/**
 * Splits a Markdown file into front matter and documentation. Without a format, a file that opens and closes front
 * matter is Markdown, and any other is YAML. Undefined if a Markdown file has none.
 */
export const splitParts = (text: string, format?: Format): Parts | undefined => {
  const opened = format === 'yaml' ? null : opening.exec(text);
  const offset = opened?.[0].length ?? 0;
  const closed = opened && closing.exec(text.slice(offset));
  if (closed) {
    const yaml = text.slice(offset, offset + closed.index);
    return { yaml, offset, documentation: text.slice(offset + closed.index + closed[0].length).trim() };
  }
  return format === 'markdown' ? undefined : { yaml: text, offset: 0, documentation: '' };
};
