import type { ElementState, StageElement } from '../../observe/element.ts';

/** An element in the JSON form of a snapshot. */
export interface JsonElement {
  readonly ref: number;
  readonly role: string;
  readonly name?: string;
  readonly level?: number;
  readonly value?: string;
  readonly placeholder?: string;
  readonly description?: string;
  readonly state?: ElementState;
  readonly children?: readonly JsonElement[];
}

/** An element as JSON, without its children. Empty fields are absent. */
export const jsonOf = (element: StageElement, ref: number): Omit<JsonElement, 'children'> => {
  const { role, name, level, value, placeholder, description, state } = element;
  return {
    ref,
    role,
    ...(name !== '' && { name }),
    ...(level !== undefined && { level }),
    ...(value !== undefined && { value }),
    ...(placeholder !== undefined && { placeholder }),
    ...(description !== undefined && { description }),
    ...(Object.keys(state).length > 0 && { state }),
  };
};
