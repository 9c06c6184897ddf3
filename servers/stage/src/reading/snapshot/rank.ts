import type { Placed } from '../../references/placed.ts';

const urgent: ReadonlySet<string> = new Set(['alert', 'alertdialog', 'dialog', 'status']);

/**
 * The order in which elements are shown when not all fit; lower is earlier: open dialogs and messages, then controls and
 * headings that people see without scrolling, then those further down, then content and structure.
 */
export const rankOf = ({ element, parent }: Placed): number => {
  const { role, isInteractive, isInViewport, state } = element;
  // The options of a closed list are many, and seldom needed.
  if (role === 'option' && parent?.element.role !== 'listbox') return state.selected ? 6 : 9;
  if (urgent.has(role) || state.focused) return 0;
  if (isInteractive) return isInViewport ? 1 : 3;
  if (role === 'heading') return isInViewport ? 2 : 4;
  return isInViewport ? 5 : 7;
};
