import { z } from 'zod';
import type { ElementFilter } from '../reading/find-elements.ts';

/** The input fields of a search by role, name and state. */
export const filterFields = {
  role: z.string().optional(),
  name_contains: z.string().optional(),
  name_exact: z.string().optional(),
  visible: z.boolean().optional(),
  enabled: z.boolean().optional(),
  interactive: z.boolean().optional(),
};

/** The fields of a search as a caller gave them. */
export type FilterArguments = z.output<z.ZodObject<typeof filterFields>>;

/** Turns the fields of a call into the filter that they mean. */
export const filterOf = (given: FilterArguments): ElementFilter => ({
  role: given.role,
  nameContains: given.name_contains,
  nameExact: given.name_exact,
  isVisible: given.visible ?? true,
  isEnabled: given.enabled,
  isInteractive: given.interactive,
});
