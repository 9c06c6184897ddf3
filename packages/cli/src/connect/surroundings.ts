import { homedir } from 'node:os';
import path from 'node:path';
import type { Io } from '../command.ts';

/** The environment that decides where client files are. Tests pass their own, so that they touch no real file. */
export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly cwd: string;
}

export const surroundingsOf = ({ cwd, environment }: Pick<Io, 'cwd' | 'environment'>): Surroundings => {
  const { platform } = process;
  const home = environment[platform === 'win32' ? 'USERPROFILE' : 'HOME'];
  return { platform, environment, home: home === undefined || home === '' ? homedir() : home, cwd };
};

/** An environment variable; an empty one counts as none. */
export const variable = ({ environment }: Surroundings, name: string): string | undefined =>
  environment[name] === '' ? undefined : environment[name];

/** Where programs of this person keep their settings. */
export const applicationData = (surroundings: Surroundings): string => {
  const { platform, home } = surroundings;
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support');
  if (platform === 'win32') return variable(surroundings, 'APPDATA') ?? path.join(home, 'AppData', 'Roaming');
  return variable(surroundings, 'XDG_CONFIG_HOME') ?? path.join(home, '.config');
};
