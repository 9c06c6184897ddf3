import { effects } from '@recourse/contract';
import { z } from 'zod';

/** The longest message between the stage and a plugin, as bytes of JSON. Pictures are the largest. */
export const longestMessage = 32 * 1024 * 1024;

/** The longest sentence of a failure. A plugin that writes more gets it cut. */
export const longestSentence = 2000;

const id = z.int().min(1);
const object = z.record(z.string(), z.unknown());

/** A failure that a tool of a plugin answers with. `ask` refers to a refused request of the same plugin instead. */
const failure = z.union([
  z.strictObject({
    /** The name of the plugin, a dot and a code of the manifest. */
    code: z.string().max(100),
    details: object.optional(),
    message: z.string().max(longestSentence).optional(),
    hint: z.string().max(longestSentence).optional(),
    effect: z.enum(effects).optional(),
    retryable: z.literal(false).optional(),
  }),
  z.strictObject({ ask: id }),
]);

/** Everything that a plugin can send. */
export const pluginMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('manifest'), manifest: z.unknown() }),
  z.strictObject({
    type: z.literal('invalid'),
    part: z.enum(['module', 'manifest', 'config']),
    reason: z.string().max(4000),
  }),
  z.strictObject({ type: z.literal('ready') }),
  /** The answer to `cancel`, which shows that the process can still read. The call itself may go on. */
  z.strictObject({ type: z.literal('cancelled'), id }),
  z.strictObject({ type: z.literal('result'), id, value: object }),
  z.strictObject({ type: z.literal('failure'), id, failure }),
  z.strictObject({ type: z.literal('broken'), id, error: z.string().max(4000) }),
  z.strictObject({
    type: z.literal('ask'),
    id,
    method: z.string().max(50),
    /** The call that the request was made in; undefined between calls. */
    call: id.optional(),
    /** The session that the request is about; undefined for requests about none. */
    session: z.string().max(20).optional(),
    /** The surface of the session that the request is about; defaults to the active one. */
    surface: z.string().max(20).optional(),
    params: object,
  }),
]);
export type PluginMessage = z.output<typeof pluginMessage>;

/** The session of a call, as a plugin sees it. */
export interface SessionFacts {
  readonly id: string;
  readonly surfaceId: string | undefined;
  readonly transport: string;
  readonly hasMain: boolean;
}

/** Everything that the stage sends to a plugin. */
export type StageMessage =
  | { readonly type: 'start'; readonly config: unknown; readonly granted: readonly string[] }
  | {
      readonly type: 'call';
      readonly id: number;
      readonly tool: string;
      readonly arguments: Readonly<Record<string, unknown>>;
      readonly session: SessionFacts | undefined;
    }
  | { readonly type: 'cancel'; readonly id: number }
  | { readonly type: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly type: 'refusal'; readonly id: number; readonly code: string; readonly message: string }
  | { readonly type: 'event'; readonly event: string; readonly session: string | undefined; readonly value: unknown }
  | { readonly type: 'stop' };
