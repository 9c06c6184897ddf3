import { existsSync } from 'node:fs';
import { codeSetProblems } from '@recourse/contract';
import { compareCodes, createLock, listCodes, parseLock } from '@recourse/contract/stability';
import type { CodeLock, Finding, ListedCode } from '@recourse/contract/stability';
import { OperatorError } from '../errors/operator-error.ts';
import type { DeclaredRegistry } from './find-registries.ts';
import { loadCodeSets } from './load-code-sets.ts';
import { readJson, reasonOf, shownPath } from './read-json.ts';

/** A registry as it is now, compared with its lock. */
export interface RegistryState {
  readonly registry: DeclaredRegistry;
  readonly codes: readonly ListedCode[];
  /** Undefined until the codes are locked for the first time. */
  readonly locked: CodeLock | undefined;
  readonly current: CodeLock;
  /** The problems of the codes themselves, whatever the lock says. */
  readonly problems: readonly string[];
  readonly findings: readonly Finding[];
}

export const readRegistryState = async (registry: DeclaredRegistry, cwd: string): Promise<RegistryState> => {
  const sets = await loadCodeSets(registry.module, cwd);
  const namespaces = [...new Set(sets.map(({ namespace }) => namespace))];
  const [namespace = null] = namespaces;
  if (namespaces.length > 1) {
    throw new OperatorError(
      'MODULE_INVALID',
      `${shownPath(registry.module, cwd)} exports codes of ${namespaces.join(' and ')}; a lock file covers one namespace.`,
      { hint: 'Give each namespace its own module.' },
    );
  }
  const { codes } = await listCodes(sets);
  const current = createLock(namespace, registry.version, codes);
  const locked = readLock(registry.lock, cwd);
  const problems = sets.flatMap(codeSetProblems);
  if (locked && locked.namespace !== namespace) {
    problems.push(`the lock file is for ${nameOf(locked.namespace)}, but the module is for ${nameOf(namespace)}`);
  }
  const findings = locked
    ? compareCodes(locked.codes, current.codes, { before: locked.version, after: registry.version })
    : [];
  return { registry, codes, locked, current, problems, findings };
};

const nameOf = (namespace: string | null): string => (namespace === null ? 'the core' : `namespace '${namespace}'`);

const readLock = (file: string, cwd: string): CodeLock | undefined => {
  if (!existsSync(file)) return undefined;
  const value = readJson(file, cwd);
  try {
    return parseLock(value);
  } catch (error) {
    throw new OperatorError('FILE_INVALID', `${shownPath(file, cwd)} is ${reasonOf(error)}.`, {
      cause: error,
      hint: `Restore the file from version control, or remove it and run 'recourse codes lock'.`,
    });
  }
};
