import { z } from 'zod';
import { BadArgumentError } from '../reading/bad-argument-error.ts';

/** Times are far above the numbers of entries. */
const firstTime = 1_000_000_000_000;

export const since = z
  .int()
  .min(0)
  .default(0)
  .describe('Only entries above this number, or since this time (epoch ms).');

const type = z.string().max(20);
export const types = z
  .union([type, z.array(type).min(1).max(10)])
  .optional()
  .describe('Only entries of these types.');

interface Entry {
  readonly number: number;
  readonly type: string;
  readonly at: string;
}

/** Whether an entry has a higher number, or was made at a time or later. */
export const isSince =
  (from: number) =>
  ({ number, at }: Entry): boolean =>
    from < firstTime ? number > from : Date.parse(at) >= from;

/** Whether an entry has one of the types. Throws BadArgumentError for a type that does not exist, where all are known. */
export const ofTypes = (wanted: z.output<typeof types>, known?: readonly string[]): ((entry: Entry) => boolean) => {
  if (wanted === undefined) return () => true;
  const all = [wanted].flat();
  if (known && !all.every((one) => known.includes(one)))
    throw new BadArgumentError('type', `must be one of ${known.join(', ')}`);
  return (entry) => all.includes(entry.type);
};
