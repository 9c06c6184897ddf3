export type { Command, ExitCode, Io } from './command.ts';
