import type { Finding } from '@recourse/contract/stability';
import { exitCodes } from '../command.ts';
import type { Io, Run } from '../command.ts';
import { nameOfSet } from '../registries/known-sets.ts';
import { shownPath } from '../registries/read-json.ts';
import { readRegistryState } from '../registries/registry-state.ts';
import type { RegistryState } from '../registries/registry-state.ts';
import { selectRegistries } from '../registries/select-registries.ts';
import { createPaint } from '../terminal/paint.ts';

/** Runs `recourse codes check`. */
export const run: Run = async (commandArguments, io) => {
  const { registries, json } = selectRegistries(commandArguments, io);
  const states: RegistryState[] = [];
  for (const registry of registries) states.push(await readRegistryState(registry, io.cwd));
  const ok = states.every(isClean);
  if (json) io.out(JSON.stringify({ ok, registries: states.map((state) => toJson(state, io.cwd)) }, null, 2));
  else report(states, io);
  return ok ? exitCodes.clean : exitCodes.findings;
};

const isClean = ({ locked, problems, findings }: RegistryState): boolean =>
  locked !== undefined && problems.length === 0 && findings.every(({ severity }) => severity === 'allowed');

const toJson = (state: RegistryState, cwd: string) => ({
  package: state.registry.packageName,
  version: state.registry.version,
  namespace: state.current.namespace,
  module: shownPath(state.registry.module, cwd),
  lock: shownPath(state.registry.lock, cwd),
  locked: state.locked?.version ?? null,
  codes: state.codes.length,
  problems: state.problems,
  findings: state.findings,
});

const report = (states: readonly RegistryState[], io: Io): void => {
  const paint = createPaint(io.colours);
  const width = Math.max(...states.map(({ current }) => nameOfSet(current).length));
  for (const state of states) {
    const name = paint.bold(nameOfSet(state.current).padEnd(width));
    const mark = isClean(state) ? paint.green('✓') : paint.red('✗');
    io.out(`${mark} ${name}  ${verdict(state, io.cwd)}`);
    for (const problem of state.problems) io.out(`    ${paint.red('problem')}  ${problem}`);
    for (const finding of state.findings) io.out(`    ${line(finding, paint)}`);
  }
  if (states.some(needsLock)) {
    io.out(
      `\nLock the current codes before you release: run ${paint.bold('recourse codes lock')} and commit the lock file.`,
    );
  }
};

const verdict = ({ locked, registry, codes, problems, findings }: RegistryState, cwd: string): string => {
  const count = `${codes.length} ${codes.length === 1 ? 'code' : 'codes'}`;
  const file = shownPath(registry.lock, cwd);
  if (!locked) return `${count}, not locked yet (${file})`;
  return problems.length + findings.length === 0 ? `${count}, unchanged since ${locked.version}` : `${count}, ${file}`;
};

const needsLock = ({ locked, findings }: RegistryState): boolean =>
  !locked || findings.some(({ severity }) => severity !== 'break');

const line = ({ severity, message, needs }: Finding, paint: ReturnType<typeof createPaint>): string => {
  if (severity === 'addition') return `${paint.yellow('new')}      ${message}`;
  if (severity === 'allowed') return `${paint.yellow('allowed')}  ${message}; the major version has changed`;
  return `${paint.red('break')}    ${message}; this requires ${needs ?? 'a new major version'}`;
};
