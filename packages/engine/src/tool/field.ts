import type { JsonObject } from '@recourse/contract';
import type { z } from 'zod';

/** The keyword under which a published schema says what kind of value a field holds. */
export const fieldKeyword = 'x-recourse';

/** Marks a field, so that the mark is published with its schema and the guard finds it. */
export const markField = <Schema extends z.ZodType>(schema: Schema, marks: JsonObject): Schema => {
  const before = (schema.meta()?.[fieldKeyword] ?? {}) as JsonObject;
  return schema.meta({ ...schema.meta(), [fieldKeyword]: { ...before, ...marks } });
};

/** A field whose value no message, event or log repeats. */
export const sensitive = <Schema extends z.ZodType>(schema: Schema): Schema => markField(schema, { sensitive: true });

/**
 * At most one of the named fields may be given. A rule that zod would say with `refine`, in words that JSON Schema
 * has, so that it is published and validated as published.
 */
export const exclusive = <Schema extends z.ZodObject>(
  schema: Schema,
  ...groups: readonly (readonly [
    keyof Schema['shape'] & string,
    keyof Schema['shape'] & string,
    ...(keyof Schema['shape'] & string)[],
  ])[]
): Schema => {
  const rules = groups.flatMap((fields) =>
    fields.flatMap((one, index) => fields.slice(index + 1).map((other) => ({ not: { required: [one, other] } }))),
  );
  const before = (schema.meta()?.['allOf'] ?? []) as readonly JsonObject[];
  return schema.meta({ ...schema.meta(), allOf: [...before, ...rules] });
};
