import { statSync } from 'node:fs';
import type { EventQuery, LoggedEvent } from '@recourse/stores';
import { exitCodes, UsageError } from '../command.ts';
import type { Command, ExitCode, Io } from '../command.ts';
import { eventHeading, eventLine } from '../events/event-line.ts';
import { followEvents } from '../events/follow-events.ts';
import { parseSince } from '../events/parse-since.ts';
import { stopSignal } from '../events/stop-signal.ts';
import { explainFailure, isUnavailable, whyAway } from '../state/explain-failure.ts';
import { MissingStoreError, openState, withState } from '../state/open-state.ts';
import { parseOptions, stateHelp, stateOptions } from '../state/state-options.ts';
import type { StateChoice } from '../state/state-options.ts';

const usual = { listed: 50, followed: 10 };
const mostListed = 100_000;

export const eventsCommand: Command = {
  name: 'events',
  summary: 'what was called, by whom, and what came of it',
  help: `Usage: recourse events [--follow] [--code C] [--tool T] [--principal P]
                       [--since T] [--limit N] [--json]

Shows the record of calls, oldest first.

  --follow        go on until Ctrl+C; a store that is away is waited for
  --code C        only failures with this code
  --tool T        only calls of this tool or operation
  --principal P   only calls of this principal
  --since T       only what happened since: 90s, 10m, 2h, 1d ago, or a time
                  in ISO 8601 (UTC where it names no zone)
  --limit N       the last N (default: ${usual.listed}; with --follow ${usual.followed})
${stateHelp}
  --json          {events: […]} with every field; with --follow one event in
                  each line, as it comes

Examples:
  recourse events --code RATE_LIMIT_QUOTA_EXHAUSTED --since 1d
  recourse events --follow --json | jq -r .tool`,
  run: async (commandArguments, io) => {
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
    const most = limit === undefined ? usual[follow ? 'followed' : 'listed'] : countOf(limit);
    return follow
      ? followLog({ query, first: most, json, choice }, io)
      : list({ ...query, limit: most }, json, choice, io);
  },
};

const countOf = (text: string): number => {
  const count = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > mostListed) throw new UsageError(`--limit takes a number from 1 to ${mostListed}.`);
  return count;
};

const list = (query: EventQuery, json: boolean, choice: StateChoice, io: Io): Promise<ExitCode> =>
  withState(io, choice, async ({ stores }) => {
    const events = await stores.events.read(query);
    if (json) io.out(JSON.stringify({ events }, null, 2));
    else if (events.length === 0) io.out('There are no such events.');
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
      onAway: (error) => io.err(`recourse: ${whyAway(error)}\nWaiting for it.`),
      onBack: () => io.err('recourse: The store is back.'),
      // Before there was a store, waiting for one would only hide a wrong folder.
      isAway: (error) => isUnavailable(error) || (opened && error instanceof MissingStoreError),
      signal,
    });
    return exitCodes.clean;
  } catch (error) {
    throw explainFailure(error);
  } finally {
    release();
  }
};

/** Names a file as long as it is the same one; whoever starts afresh puts another in its place. */
const inodeOf = (file: string): string => String(statSync(file, { throwIfNoEntry: false })?.ino ?? 'gone');
