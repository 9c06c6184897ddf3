/**
 * Which of several equal elements belongs to a row, for servers whose snapshots have no rows: the text of the page shows
 * the rows in order, and an element that every row has counts them.
 *
 * @param {string} text the text of the page, rows in order
 * @param {string} row text of the row
 * @param {string} repeated the name of a button that every row has, at its end
 * @returns {number} from 0; -1 if the row is not shown
 */
export const ordinalOf = (text, row, repeated) => {
  const at = new RegExp(`${escape(row)}(?!\\d)`, 'u').exec(text)?.index ?? -1;
  return at < 0 ? -1 : text.slice(0, at).split(repeated).length - 1;
};

/** @param {string} text */
export const escape = (text) => text.replaceAll(/[.*+?^${}()|[\]\\/]/gu, String.raw`\$&`);
