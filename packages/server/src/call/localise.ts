import type { Outcome } from '@recourse/contract';
import { localiseOutcome } from '@recourse/engine/front-door';
import type { Server } from '@recourse/engine';
import type { CallRequest } from '@recourse/engine/front-door';

/** Puts an outcome into the language of its call. The pipeline localises its own outcomes; refusals come here first. */
export const localise = ({ registry }: Server, { meta }: CallRequest, outcome: Outcome): Promise<Outcome> | Outcome =>
  outcome.ok || meta?.locale === undefined ? outcome : localiseOutcome(outcome, meta.locale, registry);
