import path from 'node:path';
import { crashed } from '../results/endings.ts';
import { readTestLines } from '../results/read-test-lines.ts';
import type { FoundRunner } from '../plan.ts';
import { refuseSelection } from './judge-selection.ts';
import { measuredProgram } from './measured-program.ts';
import type { Runner, Wishes } from './runner.ts';

/** A runner that measures the program of the project's own script: its flags are those of that program. */
export const createWrapper = (
  name: 'c8' | 'nyc',
  options: (folder: string) => readonly string[],
  found: Pick<FoundRunner, 'measured'>,
): Runner => {
  const program = measuredProgram(found);
  const wished = (wishes: Wishes): readonly string[] => [
    ...(wishes.run === undefined ? [] : [`${program.filter}=${wishes.run}`]),
    ...wishes.flags,
  ];
  return {
    name,
    flags: program.flags,
    expresses: program.expresses,
    profile: { file: 'coverage/lcov.info', format: 'lcov' },
    select: async (field, value) =>
      refuseSelection(
        field,
        value,
        `the project's script determines which files ${name} measures`,
        program.expresses.includes('run') ? `Omit ${field} and filter by name with {run}.` : `Omit ${field}.`,
      ),
    arguments: (wishes, { folder }, { measured = [] }) => {
      const [command = '', ...rest] = measured;
      const given = program.flagsFirst ? [...wished(wishes), ...rest] : [...rest, ...wished(wishes)];
      return [...options(path.join(folder, 'coverage')), command, ...given];
    },
    ending: ({ exitCode, output }) => (exitCode === null ? crashed : readTestLines(output, exitCode)),
  };
};
