import type { JsonObject } from '@recourse/contract';
import type { Caller } from '@recourse/engine/front-door';
import { canAsk } from '../../asking/can-be-asked.ts';
import { callMeta, metaKeys } from '../../call/call-meta.ts';
import type { Incoming } from '../../call/incoming.ts';
import type { Elicit } from '../../call/settle-by-dialogue.ts';
import type { RequestFrame } from '../../rpc/frame.ts';
import { isTextOnly, protocolMeta } from '../../rpc/protocol.ts';

/**
 * Reads the `tools/call` in a frame that takes the lane. `elicit` asks the client of a session; a stateless client is
 * asked by result, if it has declared that. `sessionVersion` is the revision that a session speaks.
 */
export const incomingOfFrame = (
  frame: RequestFrame,
  meta: JsonObject,
  caller: Caller,
  elicit?: Elicit,
  acceptLanguage?: string,
  sessionVersion?: unknown,
): Incoming => ({
  tool: frame.params?.['name'],
  arguments: frame.params?.['arguments'],
  meta: callMeta(meta, metaKeys, acceptLanguage),
  caller,
  requestId: frame.id,
  modern: meta[protocolMeta.version] !== undefined,
  textOnly: isTextOnly(meta[protocolMeta.version] ?? sessionVersion),
  confirming: meta[protocolMeta.version] === undefined ? elicit : byResult(meta[protocolMeta.clientCapabilities]),
});

const byResult = (capabilities: unknown): 'input_required' | undefined =>
  canAsk(capabilities as Parameters<typeof canAsk>[0]) ? 'input_required' : undefined;
