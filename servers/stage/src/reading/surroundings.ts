import type { StageElement } from '../observe/element.ts';
import type { Placed } from '../references/placed.ts';

/** Text that says more than this is a section of the page, not the surroundings of one element. */
const mostText = 300;

/**
 * The text that tells an element from others with the same name: that of its row, card or list item, or else of the
 * nearest lines of text around it. Undefined if there is none. A reference is not lost when these lines change, only
 * when the text of its row does.
 */
export const surroundings = ({ element, parent }: Placed): string | undefined => {
  if (element.context !== undefined) return element.context;
  let inside = element;
  let around = parent;
  while (around) {
    const beside = textBeside(inside, around.element.children);
    if (beside !== '') return beside.length > mostText ? undefined : beside;
    inside = around.element;
    around = around.parent;
  }
  return undefined;
};

const textBeside = (inside: StageElement, children: readonly StageElement[]): string =>
  children
    .filter((child) => child !== inside && child.role === 'text')
    .map(({ name }) => name)
    .join(' ');
