/** Marks that begin a paragraph of Markdown or of a doc comment: a heading, a list item, a quote, a cell, a tag. */
const opening = /^\s*(?:#{1,6} |[-*+] |\d+\. |> ?|\|)|^\s*@\w+/;
const marks = /^(?:[\s#>|*+_~-]|\d+\. |@\w+(?: \{\})?)*(?=\S)/;

/**
 * The paragraphs of a body with their offsets. Line breaks inside a paragraph become spaces; every cell of a table is
 * a paragraph of its own.
 *
 * @param {string} body
 * @returns {readonly { readonly text: string, readonly offset: number }[]}
 */
export const paragraphsOf = (body) => {
  const found = [];
  let start = 0;
  let offset = 0;
  for (const line of body.split('\n')) {
    const isBlank = line.trim() === '';
    if (isBlank || opening.test(line)) {
      found.push({ from: start, to: offset });
      start = offset;
    }
    offset += line.length + 1;
  }
  found.push({ from: start, to: body.length });
  return found.flatMap(({ from, to }) => cellsOf(body.slice(from, to), from)).map(trimmed);
};

/** @type {(text: string, offset: number) => readonly { text: string, offset: number }[]} */
const cellsOf = (text, offset) => {
  if (!/^\s*\|/.test(text)) return [{ text, offset }];
  let at = offset;
  return text.split('|').map((cell) => {
    const placed = { text: cell, offset: at };
    at += cell.length + 1;
    return placed;
  });
};

/** @type {(paragraph: { text: string, offset: number }) => { text: string, offset: number }} */
const trimmed = ({ text, offset }) => {
  const lead = marks.exec(text)?.[0].length ?? 0;
  return { text: text.slice(lead).replace(/\s/g, ' '), offset: offset + lead };
};
