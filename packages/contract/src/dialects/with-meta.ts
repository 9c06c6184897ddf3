import type { Json, JsonObject } from '../json.ts';
import type { CallFacts } from './dialect.ts';
import { estimateTokens } from './estimate-tokens.ts';

/** The last body that was written, kept for counting its characters, because it is written again next. */
let written: { readonly body: JsonObject; readonly text: string } | undefined;

/** Adds to an envelope what it says about itself: its cost in tokens, without this part, and the time it took. */
export const withMeta = (
  envelope: Record<string, Json | undefined>,
  facts: CallFacts,
  more: JsonObject = {},
): JsonObject => {
  const json = JSON.stringify(envelope);
  const meta: Record<string, Json> = { estimated_tokens: estimateTokens(json), elapsed_ms: facts.elapsed_ms ?? 0 };
  if (facts.session_id !== undefined) meta['session_id'] = facts.session_id;
  if (facts.replayed) meta['replayed'] = true;
  Object.assign(meta, more);
  envelope['_meta'] = meta;
  written = { body: envelope, text: `${json.slice(0, -1)},"_meta":${JSON.stringify(meta)}}` };
  return envelope;
};

/** A body as compact JSON. The body that was rendered last is cached. */
export const bodyText = (body: JsonObject): string => (written?.body === body ? written.text : JSON.stringify(body));
