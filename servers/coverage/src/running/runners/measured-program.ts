import path from 'node:path';
import { alone, builtIn, toggle, valued, values } from '../input/flag-rule.ts';
import type { FlagRule, Meaning, ValueRule } from '../input/flag-rule.ts';
import type { FoundRunner } from '../plan.ts';
import { createNodeTest } from './node-test.ts';

/** Options of the program that c8 or nyc measures. */
export interface MeasuredProgram {
  readonly flags: readonly FlagRule[];
  readonly expresses: readonly Meaning[];
  /** The filter on names, as the program reads it. */
  readonly filter: string;
  /** True if flags come before the files of the project's script. */
  readonly flagsFirst: boolean;
}

/** Milliseconds, or a number with a unit. */
const time: ValueRule = { kind: 'text', pattern: /^[0-9]{1,7}(?:ms|s|m|h)?$/, example: '2000' };

const mocha: MeasuredProgram = {
  flags: [
    { ...valued({ kind: 'filter' }, '--grep', '-g'), means: 'run' },
    valued({ kind: 'filter' }, '--fgrep', '-f'),
    { ...alone('--verbose', '-v'), means: 'verbose' },
    valued(builtIn('spec', 'dot', 'min', 'tap', 'list', 'progress', 'landing', 'nyan', 'doc'), '--reporter', '-R'),
    valued(builtIn('bdd', 'tdd', 'qunit', 'exports'), '--ui'),
    alone('--recursive'),
    alone('--sort', '-S'),
    alone('--full-trace'),
    alone('--inline-diffs'),
    alone('--no-diff'),
    alone('--check-leaks'),
    alone('--async-only', '-A'),
    alone('--invert', '-i'),
    alone('--no-colors', '--no-color'),
    alone('--colors', '--color'),
    alone('--diff'),
    alone('--delay'),
    alone('--allow-uncaught'),
    alone('--fail-zero'),
    alone('--posix-exit-codes'),
    alone('--no-timeouts', '--no-timeout'),
    alone('--no-parallel'),
    alone('--no-bail'),
    alone('--no-exit'),
    alone('--enable-source-maps'),
    alone('--trace-warnings'),
    valued(values.count, '--stack-trace-limit'),
    alone('--bail', '-b'),
    toggle('--parallel', '-p'),
    toggle('--forbid-only'),
    toggle('--forbid-pending'),
    alone('--exit'),
    valued(time, '--timeout', '-t'),
    valued(time, '--slow', '-s'),
    valued(values.count, '--retries'),
    valued(values.processes, '--jobs', '-j'),
  ],
  expresses: ['run', 'verbose'],
  filter: '--grep',
  flagsFirst: false,
};

const node: MeasuredProgram = {
  // Here a forced exit is harmless: there is no report of results that it could cut off.
  flags: [...createNodeTest().flags, alone('--test-force-exit')],
  expresses: ['run', 'verbose'],
  filter: '--test-name-pattern',
  flagsFirst: true,
};

/** No flag of an unknown program is known to be harmless. */
const unknown: MeasuredProgram = { flags: [], expresses: [], filter: '', flagsFirst: false };

/** Which program the project's script measures. */
export const measuredProgram = ({ measured = [] }: Pick<FoundRunner, 'measured'>): MeasuredProgram => {
  const [command, file] = measured;
  if (command !== process.execPath) return unknown;
  if (measured.includes('--test')) return node;
  return /^_?mocha(?:\.[cm]?js)?$/.test(path.basename(file ?? '')) ? mocha : unknown;
};
