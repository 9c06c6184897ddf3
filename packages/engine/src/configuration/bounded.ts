import { z } from 'zod';

/** A whole number within bounds that may be left out. */
export const bounded = (low: number, high: number, standard: number, what: string) =>
  z.int().min(low).max(high).exactOptional().describe(`${what} ${standard} unless given.`);
