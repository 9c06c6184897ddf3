import type { FieldGuard } from '../fields/field-guard.ts';
import { isGuardKind } from './guard.ts';
import type { GuardSettings } from './guard.ts';

/** The kinds that fields name and no guard knows. A server with one refuses to start. */
export const unknownKinds = (guards: readonly FieldGuard[]): readonly string[] => [
  ...new Set(guards.map(({ kind }) => kind).filter((kind) => !isGuardKind(kind))),
];

/** The roots that `path` fields name and the settings do not have. Every call of such a tool would be refused. */
export const unknownRoots = (guards: readonly FieldGuard[], { roots = {} }: GuardSettings): readonly string[] => [
  ...new Set(
    guards
      .filter(({ kind }) => kind === 'path')
      .map(({ options }) => (typeof options['root'] === 'string' ? options['root'] : ''))
      .filter((root) => !Object.hasOwn(roots, root)),
  ),
];
