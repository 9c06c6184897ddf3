import { accept, refuse } from './guard.ts';
import type { Guard, Refusal } from './guard.ts';

/** `~2`, `^`, `^2~3`: ancestors, the only arithmetic that is allowed. */
const ancestry = /(?:[~^][0-9]{0,4})+$/;

/**
 * Accepts a branch, tag, commit id or full reference, with its ancestors. It refuses options, ranges, paths in a
 * commit and searches, all of which a git command would obey.
 */
export const gitRef: Guard = (value) => {
  if (value.startsWith('-')) return refuse('option', 'it starts with a hyphen and could be taken for an option');
  return nameProblem(value.replace(ancestry, '')) ?? accept();
};

const nameProblem = (name: string): Refusal | undefined => {
  if (name === '') return refuse('form', "it has no name before '~' or '^'");
  if (name === '@' || name.includes('@{')) return refuse('form', "it uses '@' as a shorthand");
  if (name.includes('..')) return refuse('form', 'it is a range');
  if (/[\s~^:?*[\\\p{Z}]/u.test(name))
    return refuse('form', 'it contains a character that is not allowed in git references');
  if (/['"`$;&|<>(){}!]/.test(name)) return refuse('metacharacter', 'it contains a shell metacharacter');
  if (name.endsWith('.')) return refuse('form', 'it ends in a dot');
  const parts = name.split('/');
  if (parts.includes('')) return refuse('form', "it starts or ends with '/' or contains '//'");
  if (parts.some((part) => part.startsWith('.'))) return refuse('form', 'a part of it starts with a dot');
  if (parts.some((part) => part.endsWith('.lock'))) return refuse('form', "a part of it ends in '.lock'");
  return undefined;
};
