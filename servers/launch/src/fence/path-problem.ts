import { hasHiddenCharacters } from '@recourse/contract/hidden-characters';

const longestPath = 500;

/** Names that Windows gives to devices, with any extension. */
const deviceName = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/iu;

/** Files that change what git does with a repository, and the short names that Windows gives them. */
const gitName = /^(?:\.git(?:|modules|attributes|ignore)|git~\d+|gitmod~\d+|gitatt~\d+|gitign~\d+)$/iu;

/**
 * Says why a path is not the plain name of a file in a repository, or undefined if it is. A path that two systems read
 * differently is refused: the file that was checked must be the file that is written.
 */
export const pathProblem = (path: string): string | undefined => {
  if (path === '' || path.length > longestPath) return `must have 1 to ${longestPath} characters`;
  if (hasHiddenCharacters(path)) return 'must not contain control or invisible characters';
  if (path.includes('\\')) return "must use '/' between names, not a backslash";
  if (path.includes(':')) return "must not contain ':'";
  if (path.startsWith('/')) return "must be relative, without '/' at the start";
  if (path !== path.normalize('NFC')) return 'must be in Unicode normalisation form C';
  for (const name of path.split('/')) {
    const problem = nameProblem(name);
    if (problem) return problem;
  }
  return undefined;
};

const nameProblem = (name: string): string | undefined => {
  if (name === '') return 'must not contain an empty name';
  if (name === '.' || name === '..') return "must not contain '.' or '..'";
  if (/[. ]$/u.test(name) || name.startsWith(' '))
    return 'must not contain a name that starts with a space or ends in a dot or a space';
  if (gitName.test(name)) return `must not contain '${name.slice(0, 20)}', which is reserved for git`;
  if (deviceName.test(name)) return `must not contain '${name.slice(0, 20)}', which is a device name on Windows`;
  return undefined;
};

/** The form of a path that is the same for all paths that name one file where upper and lower case do not differ. */
export const foldPath = (path: string): string => path.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
