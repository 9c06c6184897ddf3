import type { Judgement } from '../measuring/judge.ts';
import { asJson, refuseWith } from '../refused.ts';

/** A profile that measures nothing says nothing about anything. */
export const refuseEmpty = ({ verdict, provenance }: Judgement): void => {
  const empty = verdict.problems.find(({ code }) => code === 'OP_NOTHING_MEASURED');
  if (empty) throw refuseWith({ code: empty.code, details: { ...empty.details, provenance: asJson(provenance) } });
};
