import type { Outcome } from '@recourse/contract';
import { localiseOutcome } from '@recourse/engine';
import type { CallRequest, Server } from '@recourse/engine';

/** An outcome in the language of its call. What the pipeline has answered is so already; what a door says becomes so. */
export const inLanguageOf = (
  { meta }: CallRequest,
  outcome: Outcome,
  { registry }: Pick<Server, 'registry'>,
): Promise<Outcome> | Outcome =>
  outcome.ok || meta?.locale === undefined ? outcome : localiseOutcome(outcome, meta.locale, registry);
