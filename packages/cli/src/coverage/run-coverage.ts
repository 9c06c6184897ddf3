import { existsSync } from 'node:fs';
import path from 'node:path';
import type { ServerOptions } from '@recourse/engine';
import { exitCodes, InputError } from '../command.ts';
import type { ExitCode, Io } from '../command.ts';
import { stopSignal } from '../events/stop-signal.ts';
import { createPaint } from '../terminal/paint.ts';
import { coveragePage } from './coverage-page.ts';
import { exitCodeOf } from './exit-code.ts';
import type { CoverageCall } from './read-arguments.ts';

/** People wait as long as they want to: two hours is what any run may take. */
const longestMs = 7_200_000;
const marginMs = 60_000;

/** Calls a tool of the coverage server within this process, for whoever sits at the terminal: in mode ci. */
export const runCoverage = async (tool: string, call: CoverageCall, io: Io): Promise<ExitCode> => {
  const [{ createCoverageServer }, { coverctl }] = await Promise.all([
    import('@recourse/server-coverage'),
    import('@recourse/contract/dialects/coverctl'),
  ]);
  const state = await openState(tool, call, io);
  const stop = stopSignal(io);
  try {
    const { GITHUB_TOKEN: token, GITHUB_API_URL: baseUrl } = io.environment;
    const server = createCoverageServer({
      root: projectOf(call, io),
      mode: 'ci',
      environment: io.environment,
      github: { ...(token && { token }), ...(baseUrl && { baseUrl }) },
      server: { ...state.options, timeouts: { maxMs: longestMs + marginMs } },
    });
    const outcome = await server.call({
      tool,
      arguments: call.arguments,
      caller: { transport: 'in-process', local: true },
      signal: stop.signal,
      onProgress: ({ progress, message }) => {
        if (io.columns !== undefined) io.err(`${Math.round(progress)} s  ${message ?? ''}`.slice(0, io.columns));
      },
    });
    if (call.json) io.out(JSON.stringify(coverctl.render(outcome), null, 2));
    else for (const line of coveragePage(outcome, createPaint(io.colours))) io.out(line);
    return outcome.ok ? exitCodes.clean : exitCodeOf(outcome);
  } finally {
    stop.release();
    await state.close();
  }
};

const projectOf = ({ root = '.' }: CoverageCall, io: Io): string => {
  const folder = path.resolve(io.cwd, root);
  if (!existsSync(folder)) throw new InputError(`There is no folder '${root}'.`);
  return folder;
};

interface State {
  readonly options: Partial<ServerOptions>;
  close(): Promise<void>;
}

/** Comments are counted together with those of other processes; nothing else needs state. */
const openState = async (tool: string, call: CoverageCall, io: Io): Promise<State> => {
  if (tool !== 'pr-comment' || call.arguments['dryRun'] === true)
    return { options: {}, close: () => Promise.resolve() };
  const { openOperator } = await import('@recourse/stores/configured');
  const operator = await openOperator({ cwd: io.cwd, environment: io.environment });
  return { options: operator.options, close: () => operator.close() };
};
