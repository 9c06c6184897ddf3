import { stageCodes } from '@recourse/contract/registries';
import type { Subject } from '@recourse/contract';
import { AppSession } from '../sessions/app-session.ts';
import type { AppSessionOptions } from '../sessions/app-session.ts';
import { rankTable } from '../tokens/rank-table.ts';
import { describeSession, sessionOutput } from './session-output.ts';
import type { Toolbox } from './toolbox.ts';

/** How long a call waits for the first window of an app to load its page, unless it says so. */
const defaultReadyMs = 5000;

const longestHandshakeMs = 10_000;

/** How long each step of the handshake with an app may take that was started within this time. */
export const handshakeWithin = (timeoutMs: number): number => Math.min(timeoutMs, longestHandshakeMs);

/** The declaration that the tools share that open a session. */
export const opensSession = {
  output: sessionOutput,
  operation: 'command',
  danger: 'reversible',
  codes: stageCodes,
  // Longer than a start and a handshake may take together.
  timeoutMs: 120_000,
  // A session that is not opened yet has no id, and another session is not the subject.
  subject: () => undefined,
} as const;

interface OpeningCall {
  readonly signal: AbortSignal;
  readonly about: (subject: Subject) => void;
}

type Opening = Omit<AppSessionOptions, 'id' | 'readyMs'> & Partial<Pick<AppSessionOptions, 'readyMs'>>;

/** Connects to an app. The table that answers are counted with is read while the app loads its first page. */
const open = (options: AppSessionOptions, signal: AbortSignal): Promise<AppSession> => {
  const opening = AppSession.open(options, signal);
  setImmediate(rankTable);
  return opening;
};

/** Opens a session with an app that `start` starts or finds. */
export const openSession = async (
  { sessions }: Toolbox,
  { signal, about }: OpeningCall,
  { alone, start }: { readonly alone: boolean; readonly start: (signal: AbortSignal) => Promise<Opening> },
): Promise<ReturnType<typeof describeSession>> => {
  const session = await sessions.open({ alone, signal }, async (id, either) =>
    open({ id, readyMs: defaultReadyMs, ...(await start(either)) }, either),
  );
  about({ type: 'session', id: session.id });
  return describeSession(session);
};
