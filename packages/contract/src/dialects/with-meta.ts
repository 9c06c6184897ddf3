import type { JsonObject } from '../json.ts';
import type { CallFacts } from './dialect.ts';
import { estimateTokens } from './estimate-tokens.ts';

/** The body that was written last, to count its characters: it is about to be written again. */
let written: { readonly body: JsonObject; readonly text: string } | undefined;

/** The envelope with what it says about itself: its cost in tokens, without this part, and the time it took. */
export const withMeta = (envelope: JsonObject, facts: CallFacts, more: JsonObject = {}): JsonObject => {
  const json = JSON.stringify(envelope);
  const meta: JsonObject = {
    estimated_tokens: estimateTokens(json),
    elapsed_ms: facts.elapsed_ms ?? 0,
    ...(facts.session_id !== undefined && { session_id: facts.session_id }),
    ...(facts.replayed && { replayed: true }),
    ...more,
  };
  const body = { ...envelope, _meta: meta };
  written = { body, text: `${json.slice(0, -1)},"_meta":${JSON.stringify(meta)}}` };
  return body;
};

/** A body as compact JSON. What was written just before is not written again. */
export const bodyText = (body: JsonObject): string => (written?.body === body ? written.text : JSON.stringify(body));
