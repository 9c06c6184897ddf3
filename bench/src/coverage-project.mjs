import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const filesOfFolder = 100;
const linesOfFile = 40;
const domains = 10;

/**
 * Makes a project with so many sources, all committed, and an LCOV profile that names every one of them.
 *
 * @param {number} fileCount
 */
export const createLargeProject = async (fileCount) => {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'bench-coverage-')));
  const source = `${Array.from({ length: linesOfFile }, (_, line) => `export const value${line} = (given) => given + ${line};`).join('\n')}\n`;
  const records = [];
  for (let number = 0; number < fileCount; number += 1) {
    const folder = Math.floor(number / filesOfFolder);
    const name = `src/part-${folder % domains}/folder-${folder}/module-${number}.js`;
    if (number % filesOfFolder === 0) await mkdir(path.dirname(path.join(root, name)), { recursive: true });
    await writeFile(path.join(root, name), source);
    const lines = Array.from({ length: linesOfFile }, (_, line) => `DA:${line + 1},${(line * 7 + number) % 9}`);
    records.push(`SF:${name}\n${lines.join('\n')}\nend_of_record\n`);
  }
  const rules = Array.from(
    { length: domains },
    (_, part) => `    - { name: part-${part}, match: ['src/part-${part}/**'] }\n`,
  );
  const policy = `version: 1\nlanguage: javascript\npolicy:\n  default: { min: 50 }\n  domains:\n${rules.join('')}`;
  await writeFile(path.join(root, '.coverctl.yaml'), policy);
  await writeFile(path.join(root, '.gitignore'), 'lcov.info\n');
  const git = (/** @type {readonly string[]} */ ...words) =>
    execFileSync('git', ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.org', '-c', 'gc.auto=0', ...words], {
      cwd: root,
      stdio: 'ignore',
    });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message=start');
  // Last: a profile that is older than one of its sources is stale.
  await writeFile(path.join(root, 'lcov.info'), records.join(''));
  return root;
};
