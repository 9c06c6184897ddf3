import { optionalKey } from '@recourse/contract/optional-key';
import { z } from 'zod';

/** An optional whole number within bounds. */
export const bounded = (low: number, high: number, standard: number, what: string) =>
  optionalKey(z.int().min(low).max(high)).describe(`${what} Defaults to ${standard}.`);
