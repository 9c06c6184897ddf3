import type { Volatile } from './volatile.ts';

type Value = unknown;
type Fields = Record<string, unknown>;

/** The place of a field: the object or list that holds it, and its name there. */
interface Place {
  readonly holder: Fields;
  readonly name: string;
}

/** Every place that a path leads to and that has a value. */
export const placesOf = (root: Value, path: string): readonly Place[] => {
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  let holders: readonly Value[] = [root];
  for (const step of steps) holders = holders.flatMap((holder) => below(holder, step));
  return holders.filter(isFields).flatMap((holder) => (Object.hasOwn(holder, last) ? [{ holder, name: last }] : []));
};

const below = (holder: Value, step: string): readonly Value[] => {
  if (!isFields(holder)) return [];
  if (!step.endsWith('[]')) return [holder[step]];
  const items = holder[step.slice(0, -2)];
  return Array.isArray(items) ? (items as readonly Value[]) : [];
};

const isFields = (value: Value): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A copy without what is ours alone, and with a mark for what only has to look alike. */
export const mask = (answer: Value, rules: readonly Volatile[]): Value => {
  const copy = structuredClone(answer);
  for (const { path, form } of rules) {
    for (const { holder, name } of placesOf(copy, path)) {
      if (!form) delete holder[name];
      else if (form.test(textOf(holder[name]))) holder[name] = `like ${form.source}`;
    }
  }
  return copy;
};

const textOf = (value: Value): string => (typeof value === 'string' ? value : JSON.stringify(value));
