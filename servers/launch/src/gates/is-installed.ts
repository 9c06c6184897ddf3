import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { pathFolders } from '@recourse/sandbox';
import type { LaunchEnvironment } from '../environment.ts';

type Programs = Pick<LaunchEnvironment, 'programs'>;

/** The path or name of a program. */
export const programOf = ({ programs }: Programs, name: string): string => programs[name] ?? name;

/** Whether a program can be started. */
export const isInstalled = async (environment: Programs, name: string): Promise<boolean> => {
  const program = programOf(environment, name);
  const places = path.isAbsolute(program)
    ? [program]
    : pathFolders(process.env['PATH']).map((folder) => path.join(folder, program));
  const found = await Promise.all(
    places.map((place) =>
      access(place, constants.X_OK).then(
        () => true,
        () => false,
      ),
    ),
  );
  return found.includes(true);
};
