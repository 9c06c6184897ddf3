import { mask } from '../artifact/step.ts';
import type { Step } from '../artifact/step.ts';

/** A call that can be made again, or the reason why it cannot. */
export type PreparedCall =
  { readonly arguments: Readonly<Record<string, unknown>> } | { readonly reason: 'masked' | 'reference' | 'too long' };

export interface ReplayFacts {
  /** The sessions of the replay, by the ids of the recording. */
  readonly sessions: ReadonlyMap<string, string>;
  /** Values in place of those that were masked, by the numbers of steps. */
  readonly values: Readonly<Record<string, string>>;
}

/** The arguments for a step in new sessions: other session ids, elements by role and name, and values that were masked. */
export const prepareCall = (step: Step, { sessions, values }: ReplayFacts): PreparedCall => {
  const { ref, sessionId, ...rest } = step.arguments;
  if ('cut' in step.arguments) return { reason: 'too long' };
  if (ref !== undefined && !step.element) return { reason: 'reference' };
  const text = JSON.stringify(rest);
  const given = values[String(step.seq)];
  if (text.includes(mask) && given === undefined) return { reason: 'masked' };
  const unmasked = JSON.parse(text, (_, value: unknown) => (value === mask ? given : value)) as Step['arguments'];
  return {
    arguments: {
      ...unmasked,
      ...(step.element && ref !== undefined && { by: { role: step.element.role, name: step.element.name } }),
      ...(typeof sessionId === 'string' && { sessionId: sessions.get(sessionId) ?? sessionId }),
    },
  };
};
