import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { renderLock } from '@recourse/contract/stability';
import { createFolder } from '@recourse/stores/create-folder';
import { exitCodes } from '../command.ts';
import type { Io, Run } from '../command.ts';
import { cannot } from '../errors/system-error.ts';
import { nameOfSet } from '../registries/known-sets.ts';
import { lockDemands } from '../registries/lock-demands.ts';
import { shownPath } from '../registries/read-json.ts';
import { readRegistryState } from '../registries/registry-state.ts';
import type { RegistryState } from '../registries/registry-state.ts';
import { selectRegistries } from '../registries/select-registries.ts';
import { createPaint } from '../terminal/paint.ts';

/** Runs `recourse codes lock`. */
export const run: Run = async (commandArguments, io) => {
  const { registries, json } = selectRegistries(commandArguments, io);
  const plans: LockPlan[] = [];
  for (const registry of registries) plans.push(planLock(await readRegistryState(registry, io.cwd), io.cwd));
  const ok = plans.every(({ demands }) => demands.length === 0);
  // All or nothing: a release must not be half locked.
  if (ok) for (const plan of plans) write(plan);
  if (json) io.out(JSON.stringify({ ok, registries: plans.map((plan) => toJson(plan, ok, io.cwd)) }, null, 2));
  else report(plans, ok, io);
  return ok ? exitCodes.clean : exitCodes.findings;
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
  createFolder(path.dirname(state.registry.lock));
  try {
    writeFileSync(state.registry.lock, text);
  } catch (error) {
    throw cannot(`write ${state.registry.lock}`, error);
  }
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
