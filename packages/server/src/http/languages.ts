import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Outcome } from '@recourse/contract';
import { localeOf } from '@recourse/engine';

/** The languages that a request asks for; nothing where it takes any, as a program does that has no wish. */
export const acceptedLanguages = (header: string | undefined): string | undefined =>
  header === '*' || header === '' ? undefined : header;

/** What a cache has to know about an answer whose words depend on the languages that were asked for. */
export const languageHeaders = (response: ServerResponse, outcome: Outcome): OutgoingHttpHeaders => {
  if (outcome.ok && outcome.warnings.length === 0) return {};
  const language = localeOf(outcome);
  const varies = response.getHeader('vary');
  return {
    vary: varies === undefined ? 'accept-language' : `${String(varies)}, accept-language`,
    ...(language !== undefined && { 'content-language': language }),
  };
};
