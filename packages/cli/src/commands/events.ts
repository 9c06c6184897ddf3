import { statSync } from 'node:fs';
import type { EventQuery, LoggedEvent } from '@recourse/stores';
import { exitCodes } from '../command.ts';
import type { ExitCode, Io, Run } from '../command.ts';
import { OperatorError, UsageError } from '../errors/operator-error.ts';
import { toOperatorError } from '../errors/to-operator-error.ts';
import { eventHeading, eventLine } from '../events/event-line.ts';
import { followEvents } from '../events/follow-events.ts';
import { parseSince } from '../events/parse-since.ts';
import { stopSignal } from '../events/stop-signal.ts';
import { usualCounts } from '../events/usual-counts.ts';
import { openState, withState } from '../state/open-state.ts';
import { parseOptions, stateOptions } from '../state/state-options.ts';
import type { StateChoice } from '../state/state-options.ts';

const mostListed = 100_000;

/** Runs `recourse events`. */
export const run: Run = async (commandArguments, io) => {
  const { code, tool, principal, since, limit, follow, json, ...choice } = parseOptions(commandArguments, {
    ...stateOptions,
    code: { type: 'string' },
    tool: { type: 'string' },
    principal: { type: 'string' },
    since: { type: 'string' },
    limit: { type: 'string' },
    follow: { type: 'boolean', default: false },
  });
  const query: EventQuery = {
    ...(code !== undefined && { code }),
    ...(tool !== undefined && { tool }),
    ...(principal !== undefined && { principal }),
    ...(since !== undefined && { since: parseSince(since, (io.now ?? Date.now)()) }),
  };
  const most = limit === undefined ? usualCounts[follow ? 'followed' : 'listed'] : countOf(limit);
  return follow
    ? followLog({ query, first: most, json, choice }, io)
    : list({ ...query, limit: most }, json, choice, io);
};

const countOf = (text: string): number => {
  const count = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > mostListed) throw new UsageError(`--limit must be a whole number from 1 to ${mostListed}.`);
  return count;
};

const list = (query: EventQuery, json: boolean, choice: StateChoice, io: Io): Promise<ExitCode> =>
  withState(io, choice, async ({ stores }) => {
    const events = await stores.events.read(query);
    if (json) io.out(JSON.stringify({ events }, null, 2));
    else if (events.length === 0) io.out('No matching events.');
    else io.out([eventHeading(io), ...events.map((event) => eventLine(event, io))].join('\n'));
    return exitCodes.clean;
  });

interface Following {
  readonly query: EventQuery;
  readonly first: number;
  readonly json: boolean;
  readonly choice: StateChoice;
}

const followLog = async ({ query, first, json, choice }: Following, io: Io): Promise<ExitCode> => {
  const { signal, release } = stopSignal(io);
  const line = (event: LoggedEvent): string => (json ? JSON.stringify(event) : eventLine(event, io));
  let opened = false;
  if (!json) io.err(eventHeading(io));
  try {
    await followEvents({
      open: async () => {
        const { stores, location } = await openState(io, choice);
        opened = true;
        const identity = (): string => (location.kind === 'sqlite' ? inodeOf(location.place) : '');
        return { events: stores.events, identity, close: () => stores.close() };
      },
      query,
      first,
      show: (events) => io.out(events.map(line).join('\n')),
      onAway: (error) =>
        io.err(`recourse: ${toOperatorError(error)?.message ?? error.message}\nWaiting for the store.`),
      onBack: () => io.err('recourse: The store is available again.'),
      // Before there was a store, waiting for one would only hide a wrong folder.
      isAway: (error) => error.name === 'StoreUnavailableError' || (opened && isMissing(error)),
      signal,
    });
    return exitCodes.clean;
  } finally {
    release();
  }
};

const isMissing = (error: Error): boolean => error instanceof OperatorError && error.code === 'STORE_NOT_FOUND';

/** Identifies a file; a new file in its place has another inode. */
const inodeOf = (file: string): string => String(statSync(file, { throwIfNoEntry: false })?.ino ?? 'gone');
