import type { z } from 'zod';

/**
 * A schema for an optional key of JSON or YAML. Its type has no `undefined`, which neither can hold.
 * `exactOptional` says the same but needs zod 4.3.
 */
export const optionalKey = <Schema extends z.ZodType>(schema: Schema): OptionalKey<Schema> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the type differs
  schema.optional() as unknown as OptionalKey<Schema>;

/** A schema whose key is optional and whose type has no `undefined`. */
export type OptionalKey<Schema extends z.ZodType> = z.ZodType<z.output<Schema>, z.input<Schema>> & {
  readonly _zod: { readonly optin: 'optional'; readonly optout: 'optional' };
};
