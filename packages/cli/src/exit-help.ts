import { exitStatuses, statusesOf } from './exit-statuses.ts';
import { alignColumns } from './terminal/align-columns.ts';
import { labelled } from './terminal/labelled.ts';

const labelWidth = 7;

const statusLines = (statuses: readonly (readonly [number, string])[]): string =>
  statuses.map(([status, means]) => labelled(`  ${status}`, means, labelWidth)).join('\n');

/** The block about exit statuses in the help of one command. */
export const exitHelp = (command: string): string => `Exit status:\n${statusLines(statusesOf(command))}`;

/** The block about all exit statuses, for the list of commands. */
export const allExitHelp = (): string =>
  `Exit status:\n${alignColumns(Object.values(exitStatuses).map(({ status, means }) => [`  ${status}`, means])).join('\n')}`;
