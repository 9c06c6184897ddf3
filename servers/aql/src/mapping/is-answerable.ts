import { fail } from '@recourse/contract';
import { failWithKnown } from '@recourse/upstream';
import type { LooseFail } from '@recourse/upstream';

/** Whether an API can answer with a code of the core: codes about consent and tokens are ours alone. */
export const isAnswerable = (code: string): boolean =>
  failWithKnown(fail as LooseFail, code, [{ http_status: 400 }, {}], { effect: 'none' }) !== undefined;
