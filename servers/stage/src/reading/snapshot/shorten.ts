import type { StageElement } from '../../observe/element.ts';
import type { Placed } from '../../references/placed.ts';
import { clipTokens } from '../../tokens/clip-tokens.ts';

/** Cuts the strings of an element for a small budget, so that one long name does not take all the room. */
export const shorten = (element: StageElement, budgetTokens: number): StageElement => {
  const most = Math.floor(budgetTokens / 5);
  const { name, value, description, placeholder } = element;
  return {
    ...element,
    name: clipTokens(name, most),
    ...(value !== undefined && { value: clipTokens(value, most) }),
    ...(description !== undefined && { description: clipTokens(description, Math.floor(most / 2)) }),
    ...(placeholder !== undefined && { placeholder: clipTokens(placeholder, Math.floor(most / 2)) }),
  };
};

/** Returns elements with their strings cut, each made once. */
export const createShortener = (budgetTokens: number): ((placed: Placed) => StageElement) => {
  const made = new Map<Placed, StageElement>();
  return (placed) => {
    const known = made.get(placed);
    if (known) return known;
    const element = shorten(placed.element, budgetTokens);
    made.set(placed, element);
    return element;
  };
};
