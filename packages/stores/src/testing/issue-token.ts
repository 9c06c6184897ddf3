import type { AskRequest, Tokens } from '@recourse/engine/store-ports';

/** A question that needs nothing but its end. */
export const question = {
  prefix: 'conf',
  principal: 'ada',
  operation: 'close_ticket',
  digest: 'd',
  reasons: [],
  shared: false,
} as const;

/** Requests a confirmation and returns its token. */
export const issueToken = async (tokens: Tokens, request: AskRequest): Promise<string> => {
  const asked = await tokens.ask(request);
  if (asked.state !== 'asked') throw new Error(`No token came of it: ${asked.state}`);
  return asked.token;
};
