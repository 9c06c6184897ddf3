import type { Placed } from '../../references/placed.ts';
import type { ReferenceBook } from '../../references/reference-book.ts';

/**
 * The numbers that elements get if they are shown, in this order. Nothing is noted in the book until the answer is
 * final, because an element that does not fit was not shown.
 */
export const numberElements = (book: ReferenceBook, shown: readonly Placed[]): ReadonlyMap<Placed, number> => {
  let { next } = book;
  return new Map(
    shown.map((placed) => {
      const known = book.current(placed)?.ref;
      if (known !== undefined) return [placed, known];
      next += 1;
      return [placed, next - 1];
    }),
  );
};
