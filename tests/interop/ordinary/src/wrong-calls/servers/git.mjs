import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { programOf } from '../../lab.mjs';
import { corrected, exists, lost, missing, noTool, notFound, refused, rejected, retried, told, unknownName, wrongType } from '../case.mjs'; // prettier-ignore

const run = promisify(execFile);
const name = '@cyanheads/git-mcp-server';
const git = (root, ...args) =>
  run('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', '-C', root, ...args]).then(({ stdout }) => stdout);

/** One repository with one commit. */
const server = {
  name,
  createWorld: async (folder) => {
    const root = path.join(folder, 'repository');
    await mkdir(root);
    await git(root, 'init', '-q', '-b', 'main');
    await writeFile(path.join(root, 'notes.txt'), 'one\n');
    await git(root, 'add', '.');
    await git(root, 'commit', '-qm', 'first');
    return { root };
  },
  launch: ({ root }) => ({ args: [programOf(name, 'dist/index.js')], env: { ...process.env, GIT_BASE_DIR: root, LOGS_DIR: root, GIT_USERNAME: 'A', GIT_EMAIL: 'a@example.org', MCP_LOG_LEVEL: 'error' } }), // prettier-ignore
  snapshot: ({ root }) => git(root, 'for-each-ref'),
  writes: ['git_add', 'git_branch', 'git_checkout', 'git_commit', 'git_tag', 'git_merge', 'git_reset', 'git_clone'],
  arguments: (args, { root }) => JSON.parse(JSON.stringify(args).replaceAll('ROOT', root)),
};

export const gitCalls = {
  server,
  calls: [
    corrected(missing, 'git_show', { path: 'ROOT', objct: 'HEAD' }, { path: 'ROOT', object: 'HEAD' }),
    corrected(missing, 'git_blame', { path: 'ROOT', file_path: 'notes.txt' }, { path: 'ROOT', filePath: 'notes.txt' }),
    corrected(wrongType, 'git_log', { path: 'ROOT', maxCount: '1' }, { path: 'ROOT', maxCount: 1 }),
    corrected(unknownName, 'git_log', { path: 'ROOT', max_count: 1 }, { path: 'ROOT', maxCount: 1 }),
    corrected(unknownName, 'git_status', { pth: 'ROOT' }, { path: 'ROOT' }),
    corrected(wrongType, 'git_status', { path: 'ROOT', includeUntracked: 'true' }, { path: 'ROOT', includeUntracked: true }), // prettier-ignore
    refused(missing, 'git_show', { path: 'ROOT' }),
    refused(missing, 'git_checkout', { path: 'ROOT' }),
    refused(unknownName, 'git_status', { path: 'ROOT', verbose: true }),
    refused(wrongType, 'git_log', { path: 'ROOT', maxCount: 'all' }),
    refused(noTool, 'git_comit', { path: 'ROOT', message: 'x' }),
    refused(noTool, 'git_delete', { path: 'ROOT' }),
    told(notFound, 'git_show', { path: 'ROOT', object: 'nothing' }),
    told(notFound, 'git_checkout', { path: 'ROOT', target: 'nothing' }),
    told(notFound, 'git_merge', { path: 'ROOT', branch: 'nothing' }),
    told(notFound, 'git_blame', { path: 'ROOT', filePath: 'none.txt' }),
    told(exists, 'git_branch', { path: 'ROOT', mode: 'create', branchName: 'main' }),
    told(rejected, 'git_commit', { path: 'ROOT', message: 'nothing to do' }),
    told(rejected, 'git_branch', { path: 'ROOT', mode: 'create', branchName: 'a..b' }),
    retried(lost, 'git_status', { path: 'ROOT' }, ({ tape }) => tape.faults.push('swallow')),
    retried(lost, 'git_log', { path: 'ROOT' }, ({ tape }) => tape.faults.push('kill before answer')),
  ],
};
