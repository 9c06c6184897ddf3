import { z } from 'zod';

/** The states that apply to an element. */
const elementState = z.record(z.string(), z.union([z.boolean(), z.literal('mixed')]));

/** The fields of an element in every answer that shows one. */
export const elementFields = {
  ref: z.int(),
  role: z.string(),
  name: z.string().optional(),
  level: z.int().optional(),
  value: z.string().optional(),
  placeholder: z.string().optional(),
  description: z.string().optional(),
  state: elementState.optional(),
};
