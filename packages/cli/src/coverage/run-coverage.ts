import { statSync } from 'node:fs';
import path from 'node:path';
import type { ServerOptions } from '@recourse/engine';
import { exitCodes } from '../command.ts';
import type { ExitCode, Io } from '../command.ts';
import { OperatorError } from '../errors/operator-error.ts';
import { settled } from '../serving/settled.ts';
import { stopSignal } from '../events/stop-signal.ts';
import { createPaint } from '../terminal/paint.ts';
import { coveragePage } from './coverage-page.ts';
import { exitCodeOf } from './exit-code.ts';
import type { CoverageCall } from './read-arguments.ts';
import { showProgress } from './show-progress.ts';

/** The longest run at a terminal. */
const longestMs = 7_200_000;
const marginMs = 60_000;

/** Calls a tool of the coverage server in this process, in mode ci: the person at the terminal is the operator. */
export const runCoverage = async (tool: string, call: CoverageCall, io: Io): Promise<ExitCode> => {
  const [{ attestationTopic, createCoverageServer, createKeptAttestations }, { coverctl }, { openNotes }] =
    await Promise.all([
      import('@recourse/server-coverage'),
      import('@recourse/contract/dialects/coverctl'),
      import('@recourse/stores/configured'),
    ]);
  const notes = openNotes({ cwd: io.cwd, environment: io.environment })(attestationTopic);
  const state = await openState(tool, call, io);
  const stop = stopSignal(io);
  try {
    const { GITHUB_TOKEN: token, GITHUB_API_URL: baseUrl } = io.environment;
    const server = await settled(() =>
      createCoverageServer({
        root: projectOf(call, io),
        mode: 'ci',
        attestations: createKeptAttestations(notes, { notify: (line) => io.err(line) }),
        environment: io.environment,
        github: { ...(token && { token }), ...(baseUrl && { baseUrl }) },
        server: {
          ...state.options,
          timeouts: { maxMs: longestMs + marginMs },
          ...(io.now && { now: io.now }),
        },
      }),
    );
    const outcome = await server.call({
      tool,
      arguments: call.arguments,
      caller: { transport: 'in-process', local: true },
      signal: stop.signal,
      onProgress: showProgress(io),
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
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new OperatorError('PATH_NOT_FOUND', `There is no folder '${root}'.`, {
      hint: 'Pass the folder of the project with --root.',
    });
  }
  return folder;
};

interface State {
  readonly options: Partial<ServerOptions>;
  close(): Promise<void>;
}

/** Comments are counted together with those of other processes. */
const openState = async (tool: string, call: CoverageCall, io: Io): Promise<State> => {
  if (tool !== 'pr-comment' || call.arguments['dryRun'] === true)
    return { options: {}, close: () => Promise.resolve() };
  const { openOperator } = await import('@recourse/stores/configured');
  const operator = await openOperator({ cwd: io.cwd, environment: io.environment });
  return { options: operator.options, close: () => operator.close() };
};
