import path from 'node:path';
import { alone, toggle, valued, values } from '../input/flag-rule.ts';
import type { FlagRule, Meaning } from '../input/flag-rule.ts';
import type { FoundRunner } from '../plan.ts';
import { createNodeTest } from './node-test.ts';

/** What may be said to the program that c8 or nyc measures. */
export interface MeasuredProgram {
  readonly flags: readonly FlagRule[];
  readonly expresses: readonly Meaning[];
  /** The filter on names, as the program reads it. */
  readonly filter: string;
  /** True where flags stand before the files of the project's script. */
  readonly flagsFirst: boolean;
}

const mocha: MeasuredProgram = {
  flags: [
    { ...valued({ kind: 'filter' }, '--grep', '-g'), means: 'run' },
    { ...alone('--verbose', '-v'), means: 'verbose' },
    alone('--bail', '-b'),
    toggle('--parallel', '-p'),
    alone('--forbid-only'),
    alone('--forbid-pending'),
    alone('--exit'),
    valued(values.count, '--timeout', '-t'),
    valued(values.count, '--slow', '-s'),
    valued(values.count, '--retries'),
    valued(values.processes, '--jobs', '-j'),
  ],
  expresses: ['run', 'verbose'],
  filter: '--grep',
  flagsFirst: false,
};

const node: MeasuredProgram = {
  // What is measured has no report of results that a forced end could cut off.
  flags: [...createNodeTest().flags, alone('--test-force-exit')],
  expresses: ['run', 'verbose'],
  filter: '--test-name-pattern',
  flagsFirst: true,
};

/** Of a program that is not known, nothing is known to be harmless. */
const unknown: MeasuredProgram = { flags: [], expresses: [], filter: '', flagsFirst: false };

/** Which program the project's script measures. */
export const measuredProgram = ({ measured = [] }: Pick<FoundRunner, 'measured'>): MeasuredProgram => {
  const [command, file] = measured;
  if (command !== process.execPath) return unknown;
  if (measured.includes('--test')) return node;
  return /^_?mocha(?:\.[cm]?js)?$/.test(path.basename(file ?? '')) ? mocha : unknown;
};
