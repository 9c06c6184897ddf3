import { accept, refuse } from './guard.ts';
import type { Guard } from './guard.ts';

export type RepositoryPathOptions = {
  /** Whether the root itself may be meant: by '', '.' or '/'. */
  readonly root?: boolean;
  readonly maxLength?: number;
};

/** The names of the root, where a field allows it. */
const rootNames: ReadonlySet<string> = new Set(['', '.', '/']);

/**
 * The path of a file or folder inside a repository, as git writes it: relative, with '/', and with no part that
 * leads elsewhere or into git's own folder. Nothing on this machine is looked at.
 */
export const repositoryPath: Guard = (value, options) => {
  if (options['root'] === true && rootNames.has(value)) return accept();
  if (value.startsWith('/'))
    return refuse('outside', "it starts with '/'; use a path relative to the root of the repository");
  const parts = value.replace(/\/$/, '').split('/');
  if (parts.includes('')) return refuse('syntax', "it contains '//'");
  if (parts.some((part) => part === '.' || part === '..')) return refuse('outside', "a part of it is '.' or '..'");
  if (parts.some((part) => part.toLowerCase() === '.git')) return refuse('outside', "a part of it is '.git'");
  return accept();
};
