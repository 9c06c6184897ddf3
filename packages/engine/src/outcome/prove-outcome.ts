import { fail, readOutcome } from '@recourse/contract';
import type { Failure, Outcome } from '@recourse/contract';
import { quietly } from '@recourse/contract/quietly';
import type { NotJson } from '@recourse/contract/read-json';
import type { Call } from '../call/call.ts';
import { effectIn, invalidOutput } from './invalid-output.ts';
import type { OutputProblem } from './invalid-output.ts';
import { frameOverheadBytes, outcomeBytes, resultBytes, resultFactor } from './outcome-bounds.ts';
import type { OutcomeBounds } from './outcome-bounds.ts';

/** As deep as an answer may be nested, with the outcome around it. */
const deepestAnswer = 65;
/** An outcome that is a little too large is measured whole, to name its size. */
const farTooLarge = 4;

/** An outcome that is proven, or the failure that is sent instead. */
export type Proof =
  { readonly proven: true; readonly outcome: Outcome } | { readonly proven: false; readonly outcome: Failure };

/**
 * Proves that an outcome can be recorded, stored and sent: it is JSON, has the fields of an outcome, and fits the size
 * limits. The outcome of a proof is a copy that later changes by the handler do not reach. Without a proof, a failure
 * takes its place.
 *
 * `readJson` says which values are taken, changed and refused. A success that is too large becomes
 * VALIDATION_PAYLOAD_TOO_LARGE, because its caller can ask for less; every other outcome that does not fit becomes
 * INTERNAL_OUTPUT_INVALID. Both name the effect: `applied` for a write whose handler returned a success, else the
 * effect that the failure names.
 */
export const proveOutcome = (call: Call, outcome: Outcome, bounds: OutcomeBounds): Proof | Promise<Proof> => {
  const { responseBytes } = bounds;
  const read = readOutcome(outcome, { bytes: responseBytes * farTooLarge, depth: deepestAnswer });
  if (!read.ok) return unfit(call, outcome, read.problem, responseBytes);
  const { outcome: copy, mostBytes } = read;
  const bytes = outcomeBytes(copy, mostBytes, responseBytes);
  if (bytes > responseBytes) return tooLarge(call, copy, responseBytes, bytes);
  const measuring = resultBytes(copy, mostBytes, bounds);
  if (!measuring) return { proven: true, outcome: copy };
  const most = responseBytes * resultFactor + frameOverheadBytes;
  return measuring.then((written) =>
    written > most ? tooLarge(call, copy, most, written) : { proven: true, outcome: copy },
  );
};

const unfit = (call: Call, outcome: Outcome, problem: NotJson, limit: number): Proof => {
  const { kind, path } = problem;
  if (kind === 'too_large') return tooLarge(call, outcome, limit, problem.bytes);
  if (kind === 'too_deep' && isSuccess(outcome)) {
    const limits = { limit_type: 'nesting_depth', limit_value: deepestAnswer - 1, unit: 'levels' } as const;
    return payloadTooLarge(call, { ...limits, actual_value: problem.depth - 1 });
  }
  const rule = kind === 'too_deep' ? `is nested deeper than ${deepestAnswer} levels` : problem.rule;
  return withheld(call, outcome, {
    problems: [`${path} ${rule}`],
    message: `The output of '${call.operation?.name ?? call.tool}' cannot be sent as JSON and was withheld`,
    ...(kind === 'not_json' && { cause: problem.cause }),
  });
};

const tooLarge = (call: Call, outcome: Outcome, limit: number, bytes: number): Proof => {
  if (isSuccess(outcome)) {
    const limits = { limit_type: 'response_size', limit_value: limit, unit: 'bytes' } as const;
    return payloadTooLarge(call, { ...limits, actual_value: bytes });
  }
  return withheld(call, outcome, {
    problems: [`the failure has ${bytes} bytes, but at most ${limit} are allowed`],
    message: `The output of '${call.operation?.name ?? call.tool}' exceeds the size limit and was withheld`,
  });
};

const withheld = (call: Call, outcome: Outcome, problem: OutputProblem): Proof => {
  const effect = effectIn(call, outcome);
  return { proven: false, outcome: invalidOutput(call, { ...problem, ...(effect && { effect }) }) };
};

type PayloadDetails = Parameters<typeof fail<'VALIDATION_PAYLOAD_TOO_LARGE'>>[1];

const payloadTooLarge = (call: Call, details: PayloadDetails): Proof => ({
  proven: false,
  outcome: fail('VALIDATION_PAYLOAD_TOO_LARGE', details, {
    correlation_id: call.correlation_id,
    effect: call.state.writes && call.state.started ? 'applied' : 'none',
  }),
});

/** The outcome may be a proxy whose traps throw. */
const isSuccess = (outcome: Outcome): boolean => quietly(() => outcome.ok) === true;
