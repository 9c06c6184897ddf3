import { accessSync, constants, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openStores } from '@recourse/stores';
import type { StoreSettings } from '@recourse/stores';
import { shownPath } from '../../registries/read-json.ts';
import type { CheckContext, Finding } from '../check.ts';

/** Whether the first server can make the store that does not exist yet. */
export const checkFirstStart = async (
  settings: StoreSettings,
  place: string,
  { io: { cwd, environment } }: CheckContext,
): Promise<readonly Finding[]> => {
  const folder = settings.kind === 'sqlite' && settings.file !== undefined ? nearestFolder(settings.file) : undefined;
  if (folder !== undefined && !isWritable(folder)) {
    const todo =
      'Grant this user write permission for the folder, or choose another place with --store or in the configuration.';
    return [{ verdict: 'broken', says: `${place}: ${shownPath(folder, cwd)} is not writable`, todo }];
  }
  const problem = await probe(environment);
  return problem ? [problem] : [{ verdict: 'fine', says: `${place}: does not exist yet; the first server creates it` }];
};

/** Makes a store of its own and removes it again: that shows that the driver works here, and the key that is given. */
const probe = async (environment: CheckContext['io']['environment']): Promise<Finding | undefined> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'recourse-doctor-'));
  try {
    const file = path.join(folder, 'probe.db');
    await (await openStores({ kind: 'sqlite', file, sweepEveryMs: 0 }, environment)).close();
    return undefined;
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'KeyError') throw error;
    return {
      verdict: 'broken',
      says: error.message,
      todo: "Set RECOURSE_KEY to a valid key; 'openssl rand -base64 32' creates one.",
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const nearestFolder = (place: string): string => {
  const folder = path.dirname(place);
  return existsSync(folder) || folder === place ? folder : nearestFolder(folder);
};

const isWritable = (place: string): boolean => {
  try {
    accessSync(place, constants.W_OK);
    return true;
  } catch {
    return false;
  }
};
