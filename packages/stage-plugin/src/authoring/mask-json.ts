import type { PluginStage } from './stage.ts';

interface Leaf {
  readonly name: string;
  readonly text: string;
}

/** Masks the secrets in a JSON value. The name of a string is the key that it is under, or the given one. */
export const maskJson = async <Value>(
  { mask }: Pick<PluginStage, 'mask'>,
  name: string,
  value: Value,
): Promise<Value> => {
  const leaves: Leaf[] = [];
  collect(value, name, leaves);
  const texts = await mask(leaves);
  let next = 0;
  const rebuild = (one: unknown): unknown => {
    if (typeof one === 'string') {
      next += 1;
      return texts[next - 1] ?? '';
    }
    if (Array.isArray(one)) return one.map(rebuild);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, rebuild(inner)]));
  };
  return rebuild(value) as Value;
};

/** The strings of a value, in the order in which they are written. */
const collect = (value: unknown, name: string, leaves: Leaf[]): void => {
  if (typeof value === 'string') leaves.push({ name: name.slice(0, 1000), text: value });
  else if (Array.isArray(value)) for (const item of value) collect(item, name, leaves);
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) collect(inner, key, leaves);
};
