import { z } from 'zod';
import { optionalKey } from '../optional-key.ts';
import { categories, kinds, recoveries } from '../codes/code.ts';
import type { CodeLock } from './code-lock.ts';
import type { ComparableCode } from './compare-listings.ts';

const deprecation = () => z.object({ since: z.string(), use: optionalKey(z.string()), why: z.string() });

/** The fields that a lock and a listing have in common. */
const facts = () => ({
  kind: z.enum(kinds),
  category: z.enum(categories),
  http: z.number().nullable(),
  retryable: z.boolean(),
  recovery: z.enum(recoveries),
  since: z.string(),
});

const lockSchema = () =>
  z.object({
    namespace: z.string().nullable(),
    version: z.string().regex(/^\d+\.\d+\.\d+/, 'must be a version such as 1.2.0'),
    codes: z.record(
      z.string(),
      z.object({
        ...facts(),
        details: z.record(z.string(), z.object({ required: z.boolean(), type: z.string() })),
        deprecated: optionalKey(deprecation()),
        reserved: optionalKey(z.literal(true)),
      }),
    ),
  });

const listingSchema = () =>
  z.object({
    codes: z.array(
      z.object({
        namespace: z.string().nullable(),
        code: z.string(),
        ...facts(),
        details: z.record(z.string(), z.json()),
        deprecated: deprecation().nullable(),
        reserved: z.boolean(),
        message: optionalKey(z.array(z.string())),
        hint: optionalKey(z.array(z.string())),
        jsonrpc: optionalKey(z.number().nullable()),
      }),
    ),
  });

/** Reads what a lock file holds; throws a TypeError that says where it is wrong. */
export const parseLock = (value: unknown): CodeLock => parsed(lockSchema(), value, 'code lock file');

/** Reads a listing as far as two of them can be compared; throws a TypeError that says where it is wrong. */
export const parseListing = (value: unknown): { readonly codes: readonly ComparableCode[] } =>
  parsed(listingSchema(), value, 'code listing');

const parsed = <Schema extends z.ZodType>(schema: Schema, value: unknown, what: string): z.output<Schema> => {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [problem] = result.error.issues;
  const place = problem && problem.path.length > 0 ? `'${problem.path.join('.')}': ` : '';
  throw new TypeError(`not a valid ${what}: ${place}${problem?.message ?? 'it has the wrong structure'}`);
};
