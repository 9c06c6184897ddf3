import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Outcome } from '@recourse/contract';
import { localeOf } from '@recourse/engine/front-door';
import { varyBy } from './vary.ts';

/** Headers that tell a cache that the words of an answer depend on Accept-Language. */
export const languageHeaders = (response: ServerResponse, outcome: Outcome): OutgoingHttpHeaders => {
  if (outcome.ok && outcome.warnings.length === 0) return {};
  const language = localeOf(outcome);
  return {
    vary: varyBy(response, 'accept-language'),
    ...(language !== undefined && { 'content-language': language }),
  };
};
