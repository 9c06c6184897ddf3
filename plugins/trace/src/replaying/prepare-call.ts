import { mask } from '../artifact/step.ts';
import { formFieldsOf } from '../artifact/form-fields.ts';
import type { Step } from '../artifact/step.ts';

/** A call that can be made again, or the reason why it cannot. */
export type PreparedCall =
  { readonly arguments: Readonly<Record<string, unknown>> } | { readonly reason: 'masked' | 'reference' | 'too long' };

export interface ReplayFacts {
  /** The sessions of the replay, by the ids of the recording. */
  readonly sessions: ReadonlyMap<string, string>;
  /** Values in place of those that were masked, by the number of the step (`3`), or of the step and the value (`3.1`). */
  readonly values: Readonly<Record<string, string>>;
}

/** The arguments for a step in new sessions: other session ids, elements by role and name, and values that were masked. */
export const prepareCall = (step: Step, { sessions, values }: ReplayFacts): PreparedCall => {
  const { ref, sessionId, targetRef, ...rest } = step.arguments;
  if ('cut' in step.arguments) return { reason: 'too long' };
  const fields = formFieldsOf(step);
  // The same number can be another element of the new session.
  const isLost = (ref !== undefined && !step.element) || targetRef !== undefined || (rest['fields'] && !fields);
  if (isLost) return { reason: 'reference' };
  const lasting = fields ? { ...rest, fields: fields.map(({ target, value }) => ({ ...target, value })) } : rest;
  let masked = 0;
  let isMissing = false;
  const unmasked = JSON.parse(JSON.stringify(lasting), (_, value: unknown) => {
    if (value !== mask) return value;
    masked += 1;
    const given = values[`${step.seq}.${masked}`] ?? values[String(step.seq)];
    isMissing ||= given === undefined;
    return given;
  }) as Step['arguments'];
  if (isMissing) return { reason: 'masked' };
  return {
    arguments: {
      ...unmasked,
      ...(step.element && ref !== undefined && { by: { role: step.element.role, name: step.element.name } }),
      ...(typeof sessionId === 'string' && { sessionId: sessions.get(sessionId) ?? sessionId }),
    },
  };
};
