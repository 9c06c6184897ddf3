import type { z } from 'zod';

type RawIssue = z.core.$ZodRawIssue;

/** States the rule that a value breaks, as a sentence whose subject is the field. A rule with a message keeps it. */
export const explainIssue = (issue: RawIssue): string | undefined => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is required';
      return `must be ${kinds[issue.expected] ?? issue.expected}, got ${shown(issue.input)}`;
    case 'too_small':
      return `must ${boundOf(issue.origin, 'least', Number(issue.minimum))}${given(issue.input)}`;
    case 'too_big':
      return `must ${boundOf(issue.origin, 'most', Number(issue.maximum))}${given(issue.input)}`;
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      return issue.format === 'email' ? 'must be an email address' : undefined;
    default:
      return undefined;
  }
};

const kinds: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
};

const boundOf = (origin: string, side: 'least' | 'most', bound: number): string => {
  if (origin === 'string') return `have at ${side} ${bound} ${bound === 1 ? 'character' : 'characters'}`;
  if (origin === 'array') return `have at ${side} ${bound} ${bound === 1 ? 'entry' : 'entries'}`;
  return `be at ${side} ${bound}`;
};

const given = (value: unknown): string => (typeof value === 'number' ? `, got ${value}` : '');

/** A number as it is, anything else by its kind: a message repeats no text of unknown length. */
const shown = (value: unknown): string => {
  if (typeof value === 'number') return String(value);
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return kinds[typeof value] ?? typeof value;
};
