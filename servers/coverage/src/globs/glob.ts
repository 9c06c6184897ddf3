import { expandBraces } from './expand-braces.ts';
import { parseSegment } from './segment.ts';
import type { Segment } from './segment.ts';

/** A compiled pattern. Matching takes time linear in the path, whatever the pattern. */
export interface Glob {
  /** Whether the pattern matches the whole path. */
  matches(names: readonly string[]): boolean;
  /** Whether the pattern matches the path or any folder above it, the root included. */
  matchesSomeFolder(names: readonly string[]): boolean;
}

const longestPattern = 256;
/** The matcher keeps its states as bits of one number. */
const mostSegments = 24;

/** Compiles `**`, `*`, `?`, `[…]` and `{a,b}`, or returns the reason why it cannot. The empty pattern is the root. */
export const compileGlob = (pattern: string): Glob | string => {
  if (pattern.length > longestPattern) return `it is longer than ${longestPattern} characters`;
  const expanded = expandBraces(pattern);
  if (typeof expanded === 'string') return expanded;
  const machines: Machine[] = [];
  for (const alternative of expanded) {
    const machine = compile(alternative);
    if (typeof machine === 'string') return machine;
    machines.push(machine);
  }
  return {
    matches: (names) => machines.some((machine) => run(machine, names, false)),
    matchesSomeFolder: (names) => machines.some((machine) => run(machine, names, true)),
  };
};

/** Each step is a segment, or `undefined` for `**`. */
type Machine = readonly (Segment | undefined)[];

const compile = (pattern: string): Machine | string => {
  const parts = pattern === '' ? [] : pattern.split('/');
  const steps: (Segment | undefined)[] = [];
  for (const part of parts) {
    if (part === '') return 'it has an empty segment (a leading, trailing or double slash)';
    if (part === '.' || part === '..')
      return `it contains the segment '${part}'; patterns are relative to the root of the project`;
    const step = part === '**' ? undefined : parseSegment(part);
    if (typeof step === 'string') return step;
    // `**/**` means the same as `**`.
    if (step !== undefined || steps.length === 0 || steps.at(-1) !== undefined) steps.push(step);
  }
  return steps.length > mostSegments ? `it has more than ${mostSegments} segments` : steps;
};

const run = (machine: Machine, names: readonly string[], prefix: boolean): boolean => {
  const end = 1 << machine.length;
  let states = close(machine, 1);
  for (const name of names) {
    if (prefix && (states & end) !== 0) return true;
    states = close(machine, step(machine, states & (end - 1), name));
    if (states === 0) return false;
  }
  return (states & end) !== 0;
};

const step = (machine: Machine, states: number, name: string): number => {
  let next = 0;
  for (let at = 0; at < machine.length; at += 1) {
    if ((states & (1 << at)) === 0) continue;
    const segment = machine[at];
    if (segment === undefined) next |= name.startsWith('.') ? 0 : 1 << at;
    else if (segment.matches(name)) next |= 1 << (at + 1);
  }
  return next;
};

/** `**` also matches nothing, so a state before it is also a state after it. */
const close = (machine: Machine, states: number): number => {
  let closed = states;
  for (let at = 0; at < machine.length; at += 1) {
    if ((closed & (1 << at)) !== 0 && machine[at] === undefined) closed |= 1 << (at + 1);
  }
  return closed;
};
