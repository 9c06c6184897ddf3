/** The width that text is set for where the terminal does not say more. */
export const textWidth = 80;

/** Breaks text into lines at spaces; a word that is longer than a line stands alone. */
const wrapText = (text: string, width: number): readonly string[] => {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
};

/** A label in a column of its own, with text beside it that may take several lines. */
export const labelled = (label: string, text: string, labelWidth: number, width = textWidth): string =>
  wrapText(text, width - labelWidth)
    .map((line, index) => `${(index === 0 ? label : '').padEnd(labelWidth)}${line}`)
    .join('\n');

/** Cuts text that would not fit, and says so. */
export const clip = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;
