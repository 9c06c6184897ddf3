import { StageRefusedError } from '@recourse/stage-plugin';
import type { PluginStage } from '@recourse/stage-plugin';
import { FuseV1Options } from '@electron/fuses';
import type { Artifact } from '../artifact/artifact.ts';
import type { Check, Verdict } from './check.ts';

/** The text before the fuses in every Electron. */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
/** The states of a fuse, as the bytes of the wire. */
const states: Readonly<Record<number, string>> = { 0x30: 'off', 0x31: 'on', 0x72: 'removed', 0x90: 'inherited' };

type FuseName = keyof typeof FuseV1Options;

/** The fuses that decide whether others can run code as the app, with the state of a release. */
const wanted: Readonly<Partial<Record<FuseName, 'on' | 'off'>>> = {
  RunAsNode: 'off',
  EnableNodeOptionsEnvironmentVariable: 'off',
  EnableNodeCliInspectArguments: 'off',
  OnlyLoadAppFromAsar: 'on',
};

/** The states of all fuses; undefined if the file has none. */
export const readFuses = async (
  { fuseFile }: Artifact,
  apps: PluginStage['apps'],
): Promise<ReadonlyMap<string, string> | undefined> => {
  if (fuseFile === undefined) return undefined;
  const [at] = await apps.search(fuseFile, sentinel).catch((error: unknown) => {
    if (error instanceof StageRefusedError && error.code === 'FILE_NOT_FOUND') return [];
    throw error;
  });
  if (at === undefined) return undefined;
  const head = Buffer.from(await apps.read(fuseFile, { offset: at + sentinel.length, length: 2 }));
  const [version, count = 0] = head;
  if (version !== 1) return undefined;
  const wire = Buffer.from(await apps.read(fuseFile, { offset: at + sentinel.length + 2, length: count }));
  return new Map(
    [...wire].map((state, index) => [FuseV1Options[index] ?? `fuse ${index}`, states[state] ?? 'unknown']),
  );
};

/** No other program can run code as the app. */
export const fuses: Check = {
  title: 'The Electron fuses are configured for release',
  run: async (artifact, apps): Promise<Verdict> => {
    const found = await readFuses(artifact, apps);
    if (!found) {
      const detail =
        artifact.type === 'appimage'
          ? 'The executable is packed inside the AppImage, which this check does not unpack.'
          : 'No readable fuses were found: the app is not built with Electron, or with a version that this check does not know.';
      return { status: 'unknown', detail };
    }
    const evidence = [...found].map(([name, state]) => `${name}: ${state}`);
    const wrong = Object.entries(wanted).filter(([name, state]) => found.get(name) !== state);
    if (wrong.length === 0) return { status: 'pass', detail: 'The fuses are configured for release.', evidence };
    const names = wrong.map(([name, state]) => `${name} must be ${state}`);
    return {
      status: 'fail',
      detail: `Some fuses let other programs run code as the app: ${names.join(', ')}.`,
      evidence,
      fix: 'Set them with flipFuses from @electron/fuses before signing the app.',
    };
  },
};
