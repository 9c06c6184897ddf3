import type { RunsOptions } from '@recourse/runs';
import type { Io } from '../command.ts';
import { UsageError } from '../errors/operator-error.ts';

const mostRuns = 1000;
const executors = ['embedded', 'dbos'] as const;
export type ExecutorName = (typeof executors)[number];

/** The environment variable with the bearer token for the telemetry service. */
const tokenVariable = 'RECOURSE_TELEMETRY_TOKEN';

export const concurrencyOf = (text: string): number => {
  const count = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > mostRuns)
    throw new UsageError(`--concurrency must be a whole number from 1 to ${mostRuns}.`);
  return count;
};

export const executorOf = (text: string): ExecutorName => {
  const found = executors.find((name) => name === text);
  if (!found) throw new UsageError(`--executor must be one of ${executors.join(', ')}, not '${text}'.`);
  return found;
};

/** The service that gets the events of runs. Its token comes from the environment: a command line is public. */
export const telemetryOf = (
  url: string,
  io: Pick<Io, 'environment' | 'err'>,
): NonNullable<RunsOptions['telemetry']> => {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !/^https?:$/.test(parsed.protocol)) throw new UsageError('--telemetry must be an http or https URL.');
  if (parsed.username !== '' || parsed.password !== '') {
    throw new UsageError(`--telemetry must not contain a user name or a password. Set ${tokenVariable} instead.`);
  }
  const token = io.environment[tokenVariable];
  return {
    url: parsed.href,
    ...(token !== undefined && token !== '' && { token }),
    onLost: (count, why) =>
      io.err(
        `recourse: ${count} events were not sent to ${parsed.host}: ${
          why === 'refused' ? 'it refused them' : 'they were dropped from the log before they could be sent'
        }.`,
      ),
  };
};
