import { execFile } from 'node:child_process';
import type { Check } from '../check.ts';

const oldest = [2, 38] as const;
const purpose = "'recourse forge' and servers that work on repositories";

export const gitCheck: Check = {
  name: 'git',
  run: async ({ io: { environment }, signal }) => {
    const version = await askGit(environment['PATH'] ?? '', signal);
    if (version === undefined) {
      return [
        {
          verdict: 'advice',
          says: `git is not on the PATH; needed only for ${purpose}`,
          todo: `Install git ${oldest.join('.')} or newer.`,
        },
      ];
    }
    const [major = 0, minor = 0] = version.split('.').map(Number);
    const isNew = major > oldest[0] || (major === oldest[0] && minor >= oldest[1]);
    return isNew
      ? [{ verdict: 'fine', says: `git ${version}, for ${purpose}` }]
      : [
          {
            verdict: 'advice',
            says: `git ${version} is too old for ${purpose}`,
            todo: `Install git ${oldest.join('.')} or newer.`,
          },
        ];
  },
};

const askGit = (searchPath: string, signal: AbortSignal): Promise<string | undefined> =>
  new Promise((resolve) => {
    const options = { env: { PATH: searchPath, LC_ALL: 'C' }, signal, timeout: 3000, maxBuffer: 4096 };
    execFile('git', ['--version'], options, (error, stdout) =>
      resolve(error ? undefined : /\d+(?:\.\d+)+/u.exec(stdout)?.[0]),
    );
  });
