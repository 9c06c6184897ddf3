import { yardstick } from './yardstick.mjs';

/** Text without marks and white space, in which fragments are looked for. */
export const plain = (text) => text.replaceAll(/[\\`*\s]/gu, '');

/** The parts of a page below each heading of the second level, each with the words of its heading. */
export const partsOf = (page) => {
  const parts = new Map();
  let part = '';
  let fence;
  for (const line of page.split('\n')) {
    const [mark] = /^`{3,}/u.exec(line) ?? [];
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence)) fence = undefined;
    const heading = fence === undefined ? /^## (.+)$/u.exec(line)?.[1] : undefined;
    if (heading !== undefined) part = heading;
    parts.set(part, `${parts.get(part) ?? ''}${line}\n`);
  }
  // Names that are declared together have one heading.
  return [...parts].flatMap(([headings, text]) => headings.split(', ').map((heading) => [plain(heading), text]));
};

/**
 * Looks for the symbols and tasks of the yardstick in the pages of a product.
 *
 * @param {string} slug
 * @param {Readonly<Record<string, string>>} pages by path
 */
export const measure = (slug, pages) => {
  const { symbols, tasks } = yardstick[slug];
  const below = (...sections) =>
    Object.entries(pages)
      .filter(([path]) => sections.some((section) => path.startsWith(`content/${section}/`)))
      .map(([, page]) => page);
  const parts = below('reference').flatMap(partsOf);
  const isCovered = ([name, signature, doc]) =>
    parts.some(
      ([heading, text]) =>
        heading === plain(name) && plain(text).includes(plain(signature)) && plain(text).includes(plain(doc)),
    );
  const isShown = ([, words]) =>
    below('docs', 'kb').some((page) => words.every((word) => plain(page).includes(plain(word))));
  return {
    symbols: { all: symbols.length, missing: symbols.filter((symbol) => !isCovered(symbol)).map(([name]) => name) },
    tasks: { all: tasks.length, missing: tasks.filter((task) => !isShown(task)).map(([name]) => name) },
  };
};
