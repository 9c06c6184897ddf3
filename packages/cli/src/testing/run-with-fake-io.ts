import { runRecourse } from '../recourse.ts';
import type { ExitCode, Io } from '../command.ts';

export interface FakeRun {
  readonly exit: ExitCode;
  readonly out: string;
  readonly err: string;
}

/** Runs `recourse` as a person would, and keeps what it wrote. */
export const runWithFakeIo = async (commandLine: readonly string[], io: Partial<Io> = {}): Promise<FakeRun> => {
  const out: string[] = [];
  const err: string[] = [];
  const exit = await runRecourse(commandLine, {
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    cwd: process.cwd(),
    colours: false,
    environment: {},
    ...io,
  });
  return { exit, out: out.join('\n'), err: err.join('\n') };
};
