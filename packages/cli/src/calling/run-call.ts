import type { KeyStore, Step } from '@recourse/client';
import { exitCodes } from '../command.ts';
import type { ExitCode, Io } from '../command.ts';
import { OperatorError, UsageError } from '../errors/operator-error.ts';
import { stopSignal } from '../events/stop-signal.ts';
import { didYouMean } from '../terminal/did-you-mean.ts';
import { visible } from '../terminal/visible.ts';
import { createAskPerson } from './ask-person.ts';
import type { CallPlan } from './call-plan.ts';
import { connect } from './connection.ts';
import type { Connection } from './connection.ts';
import { hide, safeJson } from './hidden.ts';
import { openKeyFile } from './key-file.ts';
import { readArguments } from './read-arguments.ts';
import { showCall } from './show-call.ts';
import { showProgress } from './show-progress.ts';
import { toolPage, toolsIn, toolsPage } from './tools-page.ts';
import type { ListedTool } from './tools-page.ts';
import { unreachable } from './unreachable.ts';

/** Calls a tool, or lists them, and shows every step as it is taken. */
export const runCall = async (plan: CallPlan, io: Io): Promise<ExitCode> => {
  const key = keyOf(plan, io);
  const { explainStep } = await import('@recourse/client');
  const file = plan.keys === undefined ? undefined : await openKeyFile(plan.keys, io.cwd);
  const stop = stopSignal(io);
  const { signal } = stop;
  let startedAt: number | undefined;
  const onStep = (step: Step): void => {
    startedAt ??= step.at;
    io.err(hide(visible(explainStep(step, startedAt)), key === undefined ? [] : [key]));
  };
  try {
    const reached = await reach(plan, { io, key, keys: file?.keys, onStep, signal });
    if (typeof reached === 'number') return reached;
    const { connection, tools } = reached;
    try {
      if (plan.list || plan.tool === undefined) return showTools(plan, tools, io);
      const tool = findTool(plan.tool, tools);
      const args = await readArguments(plan.given, tool.inputSchema, io);
      // The total time is also the limit of a single answer.
      const timeout = plan.seconds === undefined ? {} : { timeout: plan.seconds * 1_000 };
      const onprogress = showProgress((line) => io.err(hide(visible(line), key === undefined ? [] : [key])));
      const options = { signal, onprogress, ...timeout };
      const recovered = await connection.recover({ name: tool.name, arguments: args }, options);
      return showCall(recovered, { plan, io, secrets: key === undefined ? [] : [key], startedAt });
    } finally {
      await connection.close();
    }
  } finally {
    stop.release();
    await file?.release();
  }
};

interface Reaching {
  readonly io: Io;
  readonly key: string | undefined;
  readonly keys: KeyStore | undefined;
  readonly onStep: (step: Step) => void;
  readonly signal: AbortSignal;
}

interface Reached {
  readonly connection: Connection;
  readonly tools: readonly ListedTool[];
}

/** The server with its tools, or the exit status if it cannot be reached. */
const reach = async (
  { target, tool, allow, attempts, seconds, bearer, json }: CallPlan,
  { io, key, keys, onStep, signal }: Reaching,
): Promise<Reached | ExitCode> => {
  let connection: Connection | undefined;
  try {
    connection = await connect(target, {
      recovery: {
        onStep,
        allow,
        budget: { ...(attempts !== undefined && { attempts }), ...(seconds !== undefined && { seconds }) },
        ...(keys && { keys }),
        ...(io.ask && { confirm: createAskPerson(io, signal) }),
      },
      key,
      signal,
      secrets: ['RECOURSE_KEY', 'RECOURSE_DATABASE_URL', ...(bearer === undefined ? [] : [bearer])],
      io,
    });
    return { connection, tools: toolsIn(await connection.listTools(signal)) };
  } catch (error) {
    await connection?.close();
    return unreachable(error, { target, tool, json, io, isCancelled: signal.aborted });
  }
};

/** Reads the key from the environment, because every user of the machine can read a command line. */
const keyOf = ({ bearer, target }: CallPlan, io: Io): string | undefined => {
  if (bearer === undefined) return undefined;
  if (target.kind === 'program')
    throw new UsageError('--bearer works only with a URL; for a command, set the key in its environment.');
  const key = io.environment[bearer];
  if (key === undefined || key === '') {
    throw new OperatorError('KEY_MISSING', `The environment variable ${bearer} is not set or is empty.`);
  }
  return key;
};

const showTools = ({ tool: named, json }: CallPlan, tools: readonly ListedTool[], io: Io): ExitCode => {
  const tool = named === undefined ? undefined : findTool(named, tools);
  if (json) io.out(safeJson(tool ?? { tools }));
  else if (tool) io.out(toolPage(tool, io));
  else if (tools.length === 0) io.err('The server has no tools.');
  else io.out(toolsPage(tools, io));
  return exitCodes.clean;
};

const findTool = (named: string, tools: readonly ListedTool[]): ListedTool => {
  const found = tools.find(({ name }) => name === named);
  if (found) return found;
  const names = tools.map(({ name }) => visible(name));
  throw new UsageError(
    `The server has no tool '${named}'.${didYouMean(named, names) || ' Run with --list to list its tools.'}`,
  );
};
