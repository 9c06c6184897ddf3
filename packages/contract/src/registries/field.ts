import { z } from 'zod';
import type { Json } from '../json.ts';

/**
 * The kinds of fields in details. They are getters, so that importing a registry builds no schema: that
 * happens when a failure first uses a code.
 */
export const field = {
  get text() {
    return z.string();
  },
  get texts() {
    return z.array(z.string());
  },
  get number() {
    return z.number();
  },
  get count() {
    return z.int().min(0);
  },
  /**
   * Anything that JSON can represent. `fail` makes sure of that for the details as a whole, and far quicker than zod.
   */
  get json() {
    return z.any() as z.ZodType<Json>;
  },
  get flag() {
    return z.boolean();
  },
  get timestamp() {
    return z.iso.datetime({ offset: true });
  },
  get seconds() {
    return z.number().min(0);
  },
  get milliseconds() {
    return z.number().min(0);
  },
  get httpStatus() {
    return z.int().min(100).max(599);
  },
  /** The facts that a question states, by name. */
  get facts() {
    return z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
  },
  /** The facts that differ from those of the question before. A value that may not be shown is absent. */
  get factChanges() {
    const value = z.union([z.string(), z.number(), z.boolean()]);
    return z.array(z.object({ fact: z.string(), before: value.optional(), after: value.optional() }));
  },
  get window() {
    return z.enum(['second', 'minute', 'hour', 'day', 'month']);
  },
  /**
   * All problems of one call, not only the one that gave the failure its code, in the terms of JSON Schema: `path`
   * is a JSON Pointer (empty for the whole), `suggestion` a value or name that is certain to fit.
   */
  get problems() {
    return z.array(
      z.object({
        path: z.string(),
        keyword: z.string(),
        message: z.string(),
        params: z.record(z.string(), field.json).optional(),
        expected: field.json.optional(),
        received: field.json.optional(),
        value: field.json.optional(),
        suggestion: field.json.optional(),
      }),
    );
  },
};
