import type { Judgement } from '../measuring/judge.ts';
import type { Provenance } from '../measuring/provenance.ts';
import { asJson, refuseWith } from '../refused.ts';

/** Refuses a profile that measures nothing: there is nothing to judge. */
export const refuseEmpty = ({ verdict, provenance }: Judgement): void => {
  const empty = verdict.problems.find(({ code }) => code === 'OP_NOTHING_MEASURED');
  if (!empty) return;
  throw refuseWith(
    { code: empty.code, details: { ...empty.details, provenance: asJson(provenance) } },
    adviceForEmpty(provenance),
  );
};

/** Advice for an existing profile that is empty; the code's own advice is for a run of the tests. */
export const adviceForEmpty = ({ runner }: Provenance): { readonly hint?: string } =>
  runner === null
    ? { hint: 'Pass a profile that covers files of this project, or call check without fromProfile to create one.' }
    : {};
