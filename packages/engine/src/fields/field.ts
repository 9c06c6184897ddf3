import type { JsonObject } from '@recourse/contract';
import type { z } from 'zod';

/** The keyword of a published schema that holds the marks of a field. */
export const fieldKeyword = 'x-recourse';

/** Adds marks to a field. They are published with its schema, where the guard reads them. */
export const markField = <Schema extends z.ZodType>(schema: Schema, marks: JsonObject): Schema => {
  const before = (schema.meta()?.[fieldKeyword] ?? {}) as JsonObject;
  return schema.meta({ ...schema.meta(), [fieldKeyword]: { ...before, ...marks } });
};

/** Marks a field whose value never appears in a message, event or log. */
export const sensitive = <Schema extends z.ZodType>(schema: Schema): Schema => markField(schema, { sensitive: true });
