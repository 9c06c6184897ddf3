import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';
import { pathFolders } from '@recourse/sandbox';

type Environment = Readonly<Record<string, string | undefined>>;

/** The names under which Chromium is installed, in the order of preference. */
const chromiumNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Finds Chromium: the program that STAGE_CHROMIUM names, or the first one on the path. */
export const findChromium = async (environment: Environment): Promise<string | undefined> => {
  const given = environment['STAGE_CHROMIUM'];
  if (given) return (await isExecutable(given)) ? given : undefined;
  for (const folder of pathFolders(environment['PATH'])) {
    for (const name of chromiumNames) {
      const file = path.join(folder, name);
      if (await isExecutable(file)) return file;
    }
  }
  return undefined;
};

const isExecutable = (file: string): Promise<boolean> =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
