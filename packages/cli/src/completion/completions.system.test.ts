import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands } from '../commands/index.ts';
import { bashScript } from './bash.ts';
import { readCompletions, shells } from './completions.ts';
import type { Completions, Shell } from './completions.ts';
import { fishScript } from './fish.ts';
import { zshScript } from './zsh.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'recourse-completion-'));
/** A folder whose files are not among the choices. */
const empty = path.join(folder, 'empty');
mkdirSync(empty);
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };
const isInstalled = (shell: Shell): boolean => spawnSync(shell, ['-c', 'true']).status === 0;

/** Programs that print what a shell offers after the words of a line; the last word is the one being typed. */
const ask: Readonly<Record<Shell, (file: string, words: readonly string[]) => readonly string[]>> = {
  bash: (file, words) => [
    '--norc',
    '-c',
    `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _recourse; printf '%s\\n' "\${COMPREPLY[@]}"`,
    'bash',
    file,
    ...words,
  ],
  // zsh completes only at a prompt: the function that would show the choices prints them.
  zsh: (file, words) => [
    '-f',
    '-c',
    `compdef() { : }; _files() { : }; _describe() { print -rl -- "\${(@P)2}" }
    file=$1; shift; source "$file"; words=("$@"); CURRENT=$#; _recourse`,
    'zsh',
    file,
    ...words,
  ],
  fish: (file, words) => ['--no-config', '-c', 'source $argv[1]; complete -C $argv[2]', file, words.join(' ')],
};

let completions: Completions;
beforeAll(async () => {
  completions = await readCompletions(commands);
});

it('offers every option that the help of a command lists', async () => {
  for (const { name, help } of commands) {
    const listed = [...(await help()).help.matchAll(/^ {2}(--[a-z-]+)/gmu)].map(([, option]) => option);
    const offered = completions.get(name)?.map(({ word }) => word);
    expect(offered).toEqual(expect.arrayContaining([...listed, '--help']));
  }
});

describe.each(shells)('in %s', (shell) => {
  const file = path.join(folder, `recourse.${shell}`);
  const offered = (...words: readonly string[]): readonly string[] => {
    writeFileSync(file, scripts[shell](completions));
    const { stdout, stderr } = spawnSync(shell, ask[shell](file, words), { encoding: 'utf8', cwd: empty });
    expect(stderr).toBe('');
    const typed = words.at(-1) ?? '';
    const lines = stdout.split('\n').map((line) => line.replace(/[\t:].*$/su, ''));
    return lines.filter((word) => word !== '' && word.startsWith(typed)).toSorted();
  };

  it('is tested', ({ skip }) => {
    if (!isInstalled(shell) && !process.env['CI']) skip(`${shell} is not installed.`);
    expect(isInstalled(shell)).toBe(true);
  });

  const ifInstalled = it.runIf(isInstalled(shell));
  ifInstalled('completes the first word of a command', () => {
    expect(offered('recourse', 'st')).toEqual(['stage', 'store']);
    expect(offered('recourse', 'he')).toEqual(['help']);
  });

  ifInstalled('completes the second word of a command', () => {
    expect(offered('recourse', 'approvals', '')).toEqual(['approve', 'deny', 'list', 'show']);
    expect(offered('recourse', 'codes', 'ch')).toEqual(['check']);
  });

  ifInstalled('completes servers, clients, shells and options', () => {
    expect(offered('recourse', 'serve', 'l')).toEqual(['launch']);
    expect(offered('recourse', 'serve', 'github', 's')).toEqual(['stage']);
    expect(offered('recourse', 'connect', 'cl')).toEqual(['claude-code', 'claude-desktop']);
    expect(offered('recourse', 'completion', 'z')).toEqual(['zsh']);
    expect(offered('recourse', 'serve', '--tls')).toEqual(['--tls-cert', '--tls-key']);
    expect(offered('recourse', 'codes', 'check', '--he')).toEqual(['--help']);
  });
});
