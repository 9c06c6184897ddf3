import type { Runs, RunStatus } from '@recourse/runs';
import type { Io } from '../command.ts';
import { runEventLine } from './event-text.ts';
import { runPage } from './run-page.ts';

export interface WatchOptions {
  readonly json: boolean;
  readonly signal: AbortSignal;
  readonly now: () => number;
}

/**
 * Shows a run until its operation ends: one page that is drawn again on a terminal, one line for each event elsewhere,
 * one JSON document on each line with --json. Returns the last status.
 */
export const watchRun = async (runs: Runs, id: string, options: WatchOptions, io: Io): Promise<RunStatus> => {
  const { json, signal, now } = options;
  const isLive = io.columns !== undefined && io.colours && !json;
  let drawn = 0;
  let seen = 0;
  let last = await runs.status(id);
  try {
    for await (const status of runs.watch(id, signal)) {
      last = status;
      if (json) io.out(JSON.stringify(progressLine(status)));
      else if (isLive) drawn = draw(runPage(status, now(), io), drawn, io);
      else {
        const events = await runs.events(id, seen);
        seen = events.at(-1)?.number ?? seen;
        if (events.length > 0) io.out(events.map(runEventLine).join('\n'));
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return last;
};

/** Writes a page over the one before it, and returns how many lines it has. */
const draw = (page: string, before: number, io: Io): number => {
  io.out(`${before > 0 ? `\u001b[${before}A\u001b[J` : ''}${page}`);
  return page.split('\n').length;
};

const progressLine = ({ run_id, state, operation, progress, open_issues, failure, last_operation }: RunStatus) => ({
  run_id,
  state,
  operation,
  ...progress,
  open_issues: open_issues.length,
  failure,
  last_operation,
});

/** Whether nothing went wrong in a run so far. */
export const isWell = ({ state, failure, last_operation }: RunStatus): boolean =>
  failure === null && state !== 'CANCELLED' && last_operation?.ok !== false;
