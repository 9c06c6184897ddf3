import { ProfileError } from '../problem.ts';

/** An object of a JSON profile. */
export type JsonEntry = Readonly<Record<string, unknown>>;

export const isEntry = (value: unknown): value is JsonEntry =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the value if it is an object; `what` names it in the refusal. */
export const objectOf = (value: unknown, what: string, at: number): JsonEntry => {
  if (isEntry(value)) return value;
  throw new ProfileError(`${what} is not an object`, at);
};

/** Returns the value if it is a list. */
export const listOf = (value: unknown, what: string, at: number): readonly unknown[] => {
  if (Array.isArray(value)) return value;
  throw new ProfileError(`${what} is not a list`, at);
};

export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

/** Returns the value if it is a whole number of at least 0. */
export const countOf = (value: unknown, what: string, at: number): number => {
  if (isCount(value)) return value;
  if (typeof value === 'number' && value < 0) throw new ProfileError(`${what} is negative`, at);
  throw new ProfileError(`${what} is not a whole number`, at);
};
