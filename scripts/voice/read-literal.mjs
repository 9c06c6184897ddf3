/**
 * @typedef {import('oxc-parser').Node} Node
 * @typedef {import('./create-passage.mjs').Piece} Piece
 * @typedef {{ readonly pieces: readonly Piece[], readonly rest: readonly Node[] }} Literal
 */

/** Resolves escapes as far as prose has them: line breaks and quotes. @type {(raw: string) => string} */
const unescaped = (raw) => raw.replace(/\\(.)/g, (_, letter) => (letter === 'n' ? '\n' : letter));

/** @type {(raw: string, firstLine: number) => readonly Piece[]} */
const quasiPieces = (raw, firstLine) =>
  raw.split('\n').map((line, index, all) => ({
    text: unescaped(index > 0 ? line.trimStart() : line) + (index < all.length - 1 ? '\n' : ''),
    line: firstLine + index,
  }));

/**
 * Reads a string, a template or a concatenation of them, with `{}` for each value. `rest` lists the expressions
 * inside, which may contain more strings. Undefined for any other node.
 *
 * @param {Node} node
 * @param {(offset: number) => number} lineOf
 * @returns {Literal | undefined}
 */
export const readLiteral = (node, lineOf) => {
  const line = () => lineOf(node.start);
  if (node.type === 'Literal')
    return typeof node.value === 'string' ? { pieces: [{ text: node.value, line: line() }], rest: [] } : undefined;
  if (node.type === 'TemplateLiteral')
    return {
      pieces: node.quasis.flatMap((quasi, index) => {
        const pieces = quasiPieces(quasi.value.raw, lineOf(quasi.start));
        return index > 0 ? [{ text: '{}', line: lineOf(quasi.start) }, ...pieces] : pieces;
      }),
      rest: node.expressions,
    };
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return undefined;
  const left = readLiteral(node.left, lineOf);
  const right = readLiteral(node.right, lineOf);
  if (left === undefined && right === undefined) return undefined;
  const value = [{ text: '{}', line: line() }];
  return {
    pieces: [...(left?.pieces ?? value), ...(right?.pieces ?? value)],
    rest: [...(left?.rest ?? [node.left]), ...(right?.rest ?? [node.right])],
  };
};
