import type { ElementState, StageElement } from '../../observe/element.ts';

const states: readonly (keyof ElementState)[] = [
  'focused',
  'disabled',
  'checked',
  'selected',
  'expanded',
  'pressed',
  'readonly',
  'required',
  'invalid',
  'busy',
  'hidden',
];

/** An element in one line: `[12] button "Save" disabled`. Text of the page is quoted. */
export const describeLine = (element: StageElement, ref: number): string => {
  const { role, name, level, value, state, description, placeholder } = element;
  const parts = [`[${ref}] ${role}`];
  if (name !== '') parts.push(JSON.stringify(name));
  if (level !== undefined) parts.push(`level ${level}`);
  for (const key of states) {
    const word = describeState(key, state[key]);
    if (word !== undefined) parts.push(word);
  }
  if (value !== undefined) parts.push(`= ${JSON.stringify(value)}`);
  if (placeholder !== undefined && value === undefined) parts.push(`placeholder ${JSON.stringify(placeholder)}`);
  if (description !== undefined) parts.push(`description ${JSON.stringify(description)}`);
  return parts.join(' ');
};

/** Absent and ordinary states cost nothing; `checked` and `expanded` say both sides, because both matter. */
const describeState = (key: keyof ElementState, value: ElementState[keyof ElementState]): string | undefined => {
  if (value === undefined) return undefined;
  if (value === 'mixed') return `${key}=mixed`;
  if (value) return key;
  if (key === 'expanded') return 'collapsed';
  return key === 'checked' ? 'unchecked' : undefined;
};
