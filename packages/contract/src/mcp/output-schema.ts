import { z } from 'zod';
import type { Dialect, JsonSchema } from '../dialects/dialect.ts';
import { recourse } from '../dialects/recourse/index.ts';

/**
 * The output schema to advertise for a tool: its success or the dialect's failure, which names the codes of the tool.
 * Clients before SDK 2 check error results against it too; an object with `anyOf` over open branches passes in every
 * client that we measured. The failure is its mark and the codes only, because every tool of a list repeats it; the
 * whole form is `dialect.schema.failure()`.
 */
export const outputSchemaFor = (
  success: z.ZodObject | JsonSchema,
  dialect: Dialect = recourse,
  codes: readonly string[] = [],
): JsonSchema & { readonly type: 'object' } => {
  const value = success instanceof z.ZodObject ? (z.toJSONSchema(success) as JsonSchema) : success;
  const { $defs, ...inner } = value;
  return {
    type: 'object',
    anyOf: [dialect.schema.listed.success(inner), dialect.schema.listed.failure(codes)],
    // References in the inner schema point at the root.
    ...($defs !== undefined && { $defs }),
  };
};
