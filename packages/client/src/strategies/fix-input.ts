import { correct } from './correct.ts';
import { rest } from './rest.ts';
import { end } from './strategy.ts';
import type { Strategy } from './strategy.ts';

/** Corrects what the failure states exactly, all of it or nothing, and makes the call again. */
export const fixInput: Strategy = (situation) => {
  const { reading, request, reads, note } = situation;
  if (reading.failure.code === 'BATCH_PARTIAL_FAILURE') return rest(situation);
  const corrected = correct(request.arguments, reading.failure, { mayDrop: reads });
  if (!corrected) return end('handed_over', 'what to send instead is not stated exactly');
  note({ kind: 'correct', changes: corrected.changes });
  return {
    kind: 'repeat',
    afterMs: 0,
    why: 'the failure states exactly what to send instead',
    request: { ...request, arguments: corrected.arguments },
  };
};
