import type { Seed } from '../seed/seed.ts';

/** An owner, a writer, a reader and an unrelated user of one repository with one branch. */
export const smallSeed: Seed = {
  users: [
    { login: 'ada', tokens: [{ token: 'ada' }] },
    { login: 'wim', tokens: [{ token: 'wim' }] },
    { login: 'rea', tokens: [{ token: 'rea' }] },
    { login: 'sam', tokens: [{ token: 'sam' }] },
  ],
  repositories: [
    {
      owner: 'ada',
      name: 'lab',
      collaborators: [
        { login: 'wim', permission: 'push' },
        { login: 'rea', permission: 'pull' },
      ],
      commits: [
        {
          message: 'Begin',
          files: [
            { path: 'README.md', content: '# lab\n' },
            { path: 'a/b.txt', content: 'b\n' },
          ],
        },
      ],
    },
  ],
};
