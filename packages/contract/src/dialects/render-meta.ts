import { estimateTokens } from './estimate-tokens.ts';
import type { JsonObject } from '../json.ts';
import type { CallFacts } from './dialect.ts';

/** What an answer says about itself: its cost in tokens, without this part, and the time it took. */
export const renderMeta = (envelope: JsonObject, facts: CallFacts): JsonObject => ({
  estimated_tokens: estimateTokens(JSON.stringify(envelope)),
  elapsed_ms: facts.elapsed_ms ?? 0,
  ...(facts.session_id !== undefined && { session_id: facts.session_id }),
  ...(facts.replayed && { replayed: true }),
});
