import { hostileTable } from '../case.ts';
import type { HostileCase } from '../case.ts';
import { control, invalidPath, scope } from './codes.ts';

const profile = 'good/plain.info';

/** Outputs that would land in git's own files. After the suite `git fsck` must find nothing. */
export const gitFiles: readonly HostileCase[] = [
  ...hostileTable({ class: 'git-files', project: 'agent', tool: 'badge' }, [
    [invalidPath, { output: '.git/refs/heads/evil.svg', profile }],
    [invalidPath, { output: '.git/refs/tags/v1.html', profile }, 'report'],
    [invalidPath, { output: '.git/refs/heads/evil.html', profile }, 'report'],
    [invalidPath, { output: '.git/objects/pack/evil.svg', profile }],
    [invalidPath, { output: '.git/worktrees/x/evil.svg', profile }],
    [invalidPath, { output: '.git/modules/x/evil.svg', profile }],
    [invalidPath, { output: './src/../.git/refs/heads/evil.svg', profile }],
    [invalidPath, { output: '{root}/.git/refs/heads/evil.svg', profile }],
    [invalidPath, { output: '.GIT/refs/heads/evil.svg', profile }],
    [invalidPath, { output: '.Git/refs/heads/evil.html', profile }, 'report'],
    [invalidPath, { output: '.git./refs/heads/evil.svg', profile }],
    [invalidPath, { output: '.git /refs/heads/evil.svg', profile }],
    [invalidPath, { output: '.git. ./evil.svg', profile }],
    [invalidPath, { output: 'GIT~1/refs/heads/evil.svg', profile }],
    [invalidPath, { output: 'git~2/refs/heads/evil.html', profile }, 'report'],
    [invalidPath, { output: '.git::$INDEX_ALLOCATION/evil.svg', profile }],
    [invalidPath, { output: '\uFF0Egit/evil.svg', profile }],
    [control, { output: '.g\u200Bit/refs/heads/evil.svg', profile }],
    [control, { output: '.gi\uFEFFt/refs/heads/evil.svg', profile }],
    [control, { output: '.g\u00ADit/refs/heads/evil.svg', profile }],
    [control, { output: '.git\u034F/evil.svg', profile }],
    [invalidPath, { output: 'link-git/refs/heads/evil.svg', profile }],
    [invalidPath, { output: 'link-refs/heads/evil.html', profile }, 'report'],
    [invalidPath, { output: 'vendor/bare/refs/heads/evil.svg', profile }],
    [invalidPath, { output: 'vendor/bare/evil.html', profile }, 'report'],
    [invalidPath, { output: 'vendor/bare/new/deep/evil.svg', profile }],
    [invalidPath, { output: 'evil.js', profile }],
    [invalidPath, { output: '.svg', profile }],
    [invalidPath, { output: 'evil.svg.', profile }],
    [invalidPath, { output: 'evil.svg.js', profile }],
    [invalidPath, { output: 'evil.html', profile }],
    [invalidPath, { output: 'evil.svg', profile }, 'report'],
    [scope, { output: '..\\.git\\evil.svg', profile }],
  ]),
  ...hostileTable({ class: 'git-files', project: 'pipeline', tool: 'record' }, [
    [invalidPath, { historyPath: '.git/refs/heads/evil.json', profile }],
    [invalidPath, { historyPath: '.GIT/evil.json', profile }],
    [invalidPath, { historyPath: 'vendor/bare/refs/heads/evil.json', profile }],
    [invalidPath, { configPath: '.git/refs/heads/evil.yaml' }, 'init'],
    [invalidPath, { configPath: 'git~1/evil.yml' }, 'init'],
    [invalidPath, { configPath: 'vendor/bare/refs/tags/evil.yaml', force: true }, 'init'],
    [invalidPath, { output: '.git/refs/heads/evil.svg', profile }, 'badge'],
    [invalidPath, { output: 'vendor/bare/refs/heads/evil.html', profile }, 'report'],
  ]),
];
