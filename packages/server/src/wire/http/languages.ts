import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Outcome } from '@recourse/contract';
import { localeOf } from '@recourse/engine';

/** Headers that tell a cache that the words of an answer depend on Accept-Language. */
export const languageHeaders = (response: ServerResponse, outcome: Outcome): OutgoingHttpHeaders => {
  if (outcome.ok && outcome.warnings.length === 0) return {};
  const language = localeOf(outcome);
  const varies = response.getHeader('vary');
  return {
    vary: varies === undefined ? 'accept-language' : `${String(varies)}, accept-language`,
    ...(language !== undefined && { 'content-language': language }),
  };
};
