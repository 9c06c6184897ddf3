import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { renderLock } from '@recourse/contract/stability';
import { exitCodes } from '../command.ts';
import type { Command, Io } from '../command.ts';
import { nameOfSet } from '../registries/known-sets.ts';
import { lockDemands } from '../registries/lock-demands.ts';
import { shownPath } from '../registries/read-json.ts';
import { readRegistryState } from '../registries/registry-state.ts';
import type { RegistryState } from '../registries/registry-state.ts';
import { selectRegistries } from '../registries/select-registries.ts';
import { createPaint } from '../terminal/paint.ts';

export const codesLockCommand: Command = {
  name: 'codes lock',
  summary: 'write down the codes as a promise to callers',
  help: `Usage: recourse codes lock [module…] [--lock FILE] [--json]

Writes the lock files that 'recourse codes check' compares with. Nothing is
written, and the exit code is 1, when a change breaks what was locked and the
major version has not moved, or when a new code lacks one of these:
  - since: the version of its package, as in since: '1.4.0'
  - a line in the nearest CHANGELOG.md with its name in backticks
The first lock of a registry needs no such line.

  module        lock these modules instead of those that package.json declares
  --lock FILE   the lock of the one module named
  --json        {ok, registries: [{namespace, lock, written, demands}]}`,
  run: async (commandArguments, io) => {
    const { registries, json } = selectRegistries(commandArguments, io);
    const plans: LockPlan[] = [];
    for (const registry of registries) plans.push(planLock(await readRegistryState(registry, io.cwd), io.cwd));
    const ok = plans.every(({ demands }) => demands.length === 0);
    // All or nothing: a half-locked release is no release.
    if (ok) for (const plan of plans) write(plan);
    if (json) io.out(JSON.stringify({ ok, registries: plans.map((plan) => toJson(plan, ok, io.cwd)) }, null, 2));
    else report(plans, ok, io);
    return ok ? exitCodes.clean : exitCodes.findings;
  },
};

interface LockPlan {
  readonly state: RegistryState;
  readonly demands: readonly string[];
  readonly text: string;
  readonly changed: boolean;
}

const planLock = (state: RegistryState, cwd: string): LockPlan => {
  const text = renderLock(state.current);
  const { lock } = state.registry;
  return {
    state,
    text,
    demands: lockDemands(state, cwd),
    changed: !existsSync(lock) || readFileSync(lock, 'utf8') !== text,
  };
};

const write = ({ state, text, changed }: LockPlan): void => {
  if (!changed) return;
  mkdirSync(path.dirname(state.registry.lock), { recursive: true });
  writeFileSync(state.registry.lock, text);
};

const toJson = ({ state, demands, changed }: LockPlan, ok: boolean, cwd: string) => ({
  package: state.registry.packageName,
  version: state.registry.version,
  namespace: state.current.namespace,
  lock: shownPath(state.registry.lock, cwd),
  codes: state.codes.length,
  written: ok && changed,
  demands,
});

const report = (plans: readonly LockPlan[], ok: boolean, io: Io): void => {
  const paint = createPaint(io.colours);
  const width = Math.max(...plans.map(({ state }) => nameOfSet(state.current).length));
  for (const { state, demands, changed } of plans) {
    const name = paint.bold(nameOfSet(state.current).padEnd(width));
    const file = shownPath(state.registry.lock, io.cwd);
    if (ok) io.out(`${paint.green('✓')} ${name}  ${changed ? 'wrote' : 'unchanged:'} ${file}`);
    else if (demands.length > 0) io.out(`${paint.red('✗')} ${name}  ${file}`);
    for (const demand of demands) io.out(`    ${demand}`);
  }
  if (!ok) io.out('\nNothing was written.');
};
