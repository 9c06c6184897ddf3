import type { Tokens } from './tokens.ts';

/** Tokens within this process, for a server that was given none. They are made when the first call is asked about. */
export const createOwnTokens = (now: () => number): Tokens => {
  let made: Promise<Tokens> | undefined;
  const load = (): Promise<Tokens> =>
    (made ??= import('./memory-tokens.ts').then(({ createMemoryTokens }) => createMemoryTokens(now)));
  return {
    holds: true,
    ask: async (request) => (await load()).ask(request),
    redeem: async (request) => (await load()).redeem(request),
    end: async (id, outcome) => (await load()).end(id, outcome),
    held: async (token) => (await load()).held(token),
  };
};
