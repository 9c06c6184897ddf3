/** How a file is written, so that what is added looks like the rest of it. */
export interface TextStyle {
  readonly indent: string;
  readonly eol: string;
}

export const textStyleOf = (text: string): TextStyle => {
  const [, first = ''] = /^([ \t]+)\S/mu.exec(text) ?? [];
  return {
    indent: first === '' ? '  ' : first.startsWith('\t') ? '\t' : first,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
};

/** The blanks at the beginning of the line of a place. */
export const indentAt = (text: string, offset: number): string => {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/u.exec(text.slice(start))?.[0] ?? '';
};

/** Renders a value after a key with this indentation. */
export const renderValue = (value: unknown, at: string, { indent, eol }: TextStyle): string =>
  JSON.stringify(value, undefined, indent).replaceAll('\n', `${eol}${at}`);
