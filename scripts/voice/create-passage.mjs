/**
 * Words that are read as a whole: a comment, a string, the title of a test, or the prose of a Markdown file.
 *
 * @typedef {'string' | 'comment' | 'title' | 'prose'} Kind
 * @typedef {{ readonly text: string, readonly line: number }} Piece
 * @typedef {{ readonly kind: Kind, readonly body: string, lineAt(offset: number): number }} Passage
 */

/**
 * Joins pieces, each from one source line, so that a sentence is matched across lines and a match still has its line.
 *
 * @param {Kind} kind
 * @param {readonly Piece[]} pieces
 * @returns {Passage}
 */
export const createPassage = (kind, pieces) => {
  let length = 0;
  const ends = pieces.map(({ text }) => (length += text.length));
  return {
    kind,
    body: pieces.map(({ text }) => text).join(''),
    lineAt: (offset) => (pieces[ends.findIndex((end) => offset < end)] ?? pieces.at(-1))?.line ?? 0,
  };
};

/**
 * Joins lines of prose without their indentation.
 *
 * @param {Kind} kind
 * @param {readonly string[]} lines
 * @param {number} firstLine
 */
export const passageOfLines = (kind, lines, firstLine) =>
  createPassage(
    kind,
    lines.map((line, index) => ({ text: `${line.trim()}\n`, line: firstLine + index })),
  );
