import type { Tokens } from '../consent/tokens.ts';
import { afterwards } from '../stage.ts';
import type { Admissions } from './admissions.ts';
import type { MemoryState } from './memory-admissions.ts';

/** State within this process, for a server that was given no store. It is loaded when a call first needs it. */
export const createOwnState = (now: () => number): { readonly tokens: Tokens; readonly admissions: Admissions } => {
  let made: MemoryState | undefined;
  let loading: Promise<MemoryState> | undefined;
  const load = (): MemoryState | Promise<MemoryState> =>
    made ??
    (loading ??= import('./memory-admissions.ts').then(({ createMemoryState }) => (made = createMemoryState({ now }))));
  const transaction = {};
  return {
    tokens: {
      transaction,
      holds: true,
      ask: async (request) => (await load()).tokens.ask(request),
      held: async (token) => (await load()).tokens.held(token),
      expiryOf: async (token) => (await load()).tokens.expiryOf(token),
    },
    admissions: {
      transaction,
      find: async (request) => (await load()).admissions.find(request),
      admit: (request) => afterwards(load(), ({ admissions }) => admissions.admit(request)),
      end: (ending) => afterwards(load(), ({ admissions }) => admissions.end(ending)),
      owns: async (claim) => (await load()).admissions.owns(claim),
    },
  };
};
