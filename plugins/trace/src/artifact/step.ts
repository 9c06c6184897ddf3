import { z } from 'zod';

/** The text in place of a secret, as the stage writes it. */
export const mask = '[redacted]';

/** One call of a recording. */
export const step = z.strictObject({
  kind: z.literal('step'),
  seq: z.int().min(1),
  tool: z.string().max(100),
  arguments: z.record(z.string(), z.unknown()),
  /** The element that `ref` in the arguments named. References do not outlive their page. */
  element: z.strictObject({ role: z.string(), name: z.string() }).optional(),
  ok: z.boolean(),
  code: z.string().max(60).optional(),
  error: z.string().optional(),
  hint: z.string().optional(),
  /** The answer without what the fields above say, cut to a bounded length. */
  answer: z.string(),
  session: z.string().max(20).optional(),
  started_at: z.iso.datetime(),
  elapsed_ms: z.number().min(0),
  tokens: z.int().min(0),
  /** The file of the picture that was taken after the call. */
  picture: z
    .string()
    .regex(/^\d{1,6}\.png$/u)
    .optional(),
});
export type Step = z.output<typeof step>;

export const header = z.strictObject({
  kind: z.literal('trace'),
  version: z.literal(1),
  name: z.string().max(100),
  started_at: z.iso.datetime(),
  budget_tokens: z.int().optional(),
});
export type Header = z.output<typeof header>;

export const footer = z.strictObject({
  kind: z.literal('end'),
  ended_at: z.iso.datetime(),
  records: z.int(),
  /** Calls beyond the limit, which are counted and not recorded. */
  dropped: z.int(),
  tokens: z.int(),
});
export type Footer = z.output<typeof footer>;

export interface Trace {
  readonly header: Header;
  readonly steps: readonly Step[];
  /** Undefined if the recording was cut off. */
  readonly footer: Footer | undefined;
}
