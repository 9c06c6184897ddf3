import type { Step } from './step.ts';

interface Named {
  readonly role: string;
  readonly name: string;
}

/** A field of a form that was filled in, with a target that outlives its page. */
export interface FormField {
  readonly target: { readonly by: Named } | { readonly selector: string };
  /** The role of the element; undefined if the recording does not tell. */
  readonly role: string | undefined;
  readonly value: unknown;
}

/**
 * The fields of a step that filled in a form. One that was named by `ref` gets the role and name from the answer.
 * Undefined if the step has no fields, or if the recording does not tell the element of one.
 */
export const formFieldsOf = ({ arguments: { fields }, answer }: Step): readonly FormField[] | undefined => {
  if (!Array.isArray(fields)) return undefined;
  const found = elementsIn(answer);
  const all = (fields as readonly Readonly<Record<string, unknown>>[]).map(({ by, selector, value }, index) => {
    const element = found[index];
    const role = element?.role;
    if (by !== undefined) return { target: { by: by as Named }, role: (by as Named).role, value };
    if (typeof selector === 'string') return { target: { selector }, role, value };
    return element && { target: { by: { role: element.role, name: element.name } }, role, value };
  });
  return all.every((field) => field !== undefined) ? all : undefined;
};

/** The elements in an answer; none if the recording has cut it off. */
const elementsIn = (answer: string): readonly Named[] => {
  try {
    const { fields = [] } = JSON.parse(answer) as { readonly fields?: readonly Named[] };
    return fields;
  } catch {
    return [];
  }
};
