import type { Failure } from '@recourse/contract';
import { createRegistry } from '@recourse/contract';
import type { PluginSession } from '@recourse/stage-plugin';
import { ipcCodes } from './codes.ts';
import { removeAgent, runCommand } from './main/commands.ts';
import type { Command, CommandAnswer } from './main/commands.ts';

const { fail } = createRegistry(ipcCodes);

/** Sends a command to the main process. Fails if there is none. */
export const usingMain = async (session: PluginSession, command: Command): Promise<CommandAnswer | Failure> => {
  if (!session.hasMain) return unsupported(session, 'the session has no access to the main process');
  await session.atEnd('ipc', { main: removeAgent });
  const answer = await session.evaluateInMain(runCommand, command);
  return answer.unsupported === undefined ? answer : unsupported(session, answer.unsupported);
};

const unsupported = ({ transport }: PluginSession, reason: string): Failure =>
  fail('ipc.MAIN_EVAL_UNSUPPORTED', { transport, reason }, { effect: 'none' });
