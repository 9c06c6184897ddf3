import path from 'node:path';
import type { Io } from '../command.ts';
import { UsageError } from '../errors/operator-error.ts';
import { parseArguments } from '../parse-arguments.ts';
import { declarationAdvice, findRegistries, registryOfModule } from './find-registries.ts';
import type { DeclaredRegistry } from './find-registries.ts';

/** The arguments that `codes check` and `codes lock` share, and the registries that they mean. */
export const selectRegistries = (
  commandArguments: readonly string[],
  io: Io,
): { readonly registries: readonly DeclaredRegistry[]; readonly json: boolean } => {
  const { values, positionals } = parseArguments(commandArguments, {
    json: { type: 'boolean' },
    lock: { type: 'string' },
  });
  const json = values.json ?? false;
  if (positionals.length === 0) {
    if (values.lock !== undefined) throw new UsageError('--lock needs one module: pass its path.');
    const registries = findRegistries(io.cwd);
    if (registries.length === 0) throw new UsageError(`No registry is declared here.\n${declarationAdvice}`);
    return { registries, json };
  }
  if (values.lock !== undefined && positionals.length > 1) {
    throw new UsageError('--lock needs one module, not several.');
  }
  const registries = positionals.map((module) => registryOfModule(module, values.lock, io.cwd));
  const shared = registries.find(({ lock }, index) => registries.findIndex((other) => other.lock === lock) !== index);
  if (shared) {
    throw new UsageError(
      `Two modules cannot share ${path.relative(io.cwd, shared.lock)}: declare a lock for each, or pass only one module with --lock.`,
    );
  }
  return { registries, json };
};
