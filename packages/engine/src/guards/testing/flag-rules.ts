import type { FlagRule } from '../flags/flag-rule.ts';

/** An example of a test runner's flags. */
export const flagRules: readonly FlagRule[] = [
  '--verbose',
  '-v',
  '--race',
  { flag: '--timeout', value: { kind: 'duration', options: { max: '1h' } } },
  { flag: '--count', value: { pattern: '[0-9]{1,3}' } },
  { flag: '--run', value: { kind: 'pattern' }, forms: ['equals', 'next'] },
  { flag: '--config', value: { kind: 'path', options: { root: 'project' } } },
  { flag: '--ref', value: { kind: 'gitRef' } },
  { flag: '--format', value: { values: ['json', 'text'] } },
  { flag: '--color', value: { values: ['always', 'never'] }, optional: true },
  { flag: '-P', value: { kind: 'identifier' }, forms: ['attached'] },
];
