import { isJsonObject } from '@recourse/contract';
import { correct } from './correct.ts';
import type { Corrected } from './correct.ts';
import { rest } from './rest.ts';
import { end } from './strategy.ts';
import type { Situation, Strategy } from './strategy.ts';

/** Corrects what the failure states exactly, all of it or nothing, and makes the call again. */
export const fixInput: Strategy = (situation) => {
  const { reading, request, note } = situation;
  if (reading.failure.code === 'BATCH_PARTIAL_FAILURE') return rest(situation);
  const corrected = correctCall(situation);
  if (!corrected) return end('handed_over', 'the failure does not state exactly what to send instead');
  note({ kind: 'correct', changes: corrected.changes });
  return {
    kind: 'repeat',
    afterMs: 0,
    why: 'the failure states exactly what to send instead',
    request: { ...request, arguments: corrected.arguments },
  };
};

/** An MCP-AQL call has the arguments of its operation in `params`, and problems are told as those of the operation. */
const correctCall = ({ reading: { failure, dialect, source }, request, reads }: Situation): Corrected | undefined => {
  const { arguments: args } = request;
  // Of what the client found itself only names and types are corrected; leaving something out is the caller's decision.
  const options = { mayDrop: reads && source !== 'listed' };
  const corrected = correct(args, failure, options);
  if (corrected || dialect !== 'mcp-aql' || !isJsonObject(args['params'])) return corrected;
  const inside = correct(args['params'], failure, options);
  return inside && { ...inside, arguments: { ...args, params: inside.arguments } };
};
