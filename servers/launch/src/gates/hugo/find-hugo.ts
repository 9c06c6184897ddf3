import { tmpdir } from 'node:os';
import { RunError } from '@recourse/runs';
import { runChild } from '@recourse/sandbox';
import { fail } from '../../sources/failing.ts';
import { isInstalled, programOf } from '../is-installed.ts';
import type { Scene } from '../scene.ts';
import { hugoEnvironment } from './hugo-environment.ts';

const timeoutMs = 20_000;

export const hugoProgram = ({ environment }: Pick<Scene, 'environment'>): string => programOf(environment, 'hugo');

/**
 * Finds the version of hugo. Undefined if it is not installed and the profile does not require it; throws
 * TOOLCHAIN_MISSING if it does.
 */
export const findHugo = async (scene: Scene, gate: string): Promise<string | undefined> => {
  const version = (await isInstalled(scene.environment, 'hugo')) ? await versionOf(scene) : undefined;
  if (version === undefined && scene.config.validation_profile !== 'local') {
    throw new RunError(fail('TOOLCHAIN_MISSING', { tool: 'hugo', gate }));
  }
  return version;
};

const versionOf = async (scene: Scene): Promise<string | undefined> => {
  const end = await runChild(
    {
      command: hugoProgram(scene),
      arguments: ['version'],
      cwd: tmpdir(),
      environment: hugoEnvironment(tmpdir()),
      timeoutMs,
    },
    { signal: scene.signal, containment: 'trusted' },
  );
  scene.signal.throwIfAborted();
  return end.exitCode === 0 ? /v(\d+\.\d+\.\d+[^\s-]*)/u.exec(end.output)?.[1] : undefined;
};
