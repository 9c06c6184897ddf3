import { isJsonObject } from '@recourse/contract';
import type { Question } from './question.ts';

/** A folder that the user works in. */
export interface Root {
  readonly uri: string;
  readonly name?: string;
}

/** Asks for the folders that the user works in. Revision 2026-07-28 deprecates it: take paths as arguments. */
export const listRoots = (): Question<'roots', readonly Root[]> => ({
  kind: 'roots',
  method: 'roots/list',
  params: {},
  read: (answer) => {
    const roots = isJsonObject(answer) ? answer['roots'] : undefined;
    return Array.isArray(roots) && roots.every(isRoot) ? roots : undefined;
  },
});

const isRoot = (root: unknown): boolean =>
  isJsonObject(root) &&
  typeof root['uri'] === 'string' &&
  (root['name'] === undefined || typeof root['name'] === 'string');
