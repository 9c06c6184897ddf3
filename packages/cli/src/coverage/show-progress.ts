import type { Progress } from '@recourse/engine';
import type { Io } from '../command.ts';

/** Without a terminal, so many seconds pass between two lines: enough for a log to show that something happens. */
const logSeconds = 10;

/** Writes how far a call is to stderr: each report at a terminal, one in ten seconds to a log. */
export const showProgress = (io: Io): ((progress: Progress) => void) => {
  let written = 0;
  return ({ progress, message = '' }) => {
    if (io.columns === undefined && progress - written < logSeconds) return;
    written = progress;
    io.err(`${Math.round(progress)} s  ${message}`.slice(0, io.columns));
  };
};
