import type { ObservedCall } from '@recourse/stage-plugin';
import { mask } from '../artifact/step.ts';
import type { Step } from '../artifact/step.ts';
import type { KnownElement } from './known-elements.ts';

const longestAnswer = 4000;
const longestText = 2000;
const longestArguments = 8000;

export interface StepFacts {
  readonly seq: number;
  readonly element: KnownElement | undefined;
  /** Names of arguments to mask. */
  readonly redact: readonly string[];
}

/** Describes a call for a recording, in a bounded length. */
export const toStep = (call: ObservedCall, { seq, element, redact }: StepFacts): Step => {
  const { ok, code, error, hint, ...rest } = call.answer;
  const answer = JSON.stringify(rest);
  const args = JSON.stringify(call.arguments, (key, value: unknown) => (redact.includes(key) ? mask : value));
  return {
    kind: 'step',
    seq,
    tool: call.tool,
    arguments: (args.length > longestArguments
      ? { cut: `${args.length} characters` }
      : JSON.parse(args)) as Step['arguments'],
    ...(element && { element: { role: element.role, name: element.name.slice(0, longestText) } }),
    ok: ok === true,
    ...(typeof code === 'string' && { code }),
    ...(typeof error === 'string' && { error: error.slice(0, longestText) }),
    ...(typeof hint === 'string' && { hint: hint.slice(0, longestText) }),
    answer: answer.length > longestAnswer ? `${answer.slice(0, longestAnswer)}…` : answer,
    ...(call.sessionId !== undefined && { session: call.sessionId }),
    started_at: call.startedAt,
    elapsed_ms: call.elapsedMs,
    tokens: Math.ceil(JSON.stringify(call.answer).length / 4),
  };
};
