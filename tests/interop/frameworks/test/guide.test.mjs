import { execFile } from 'node:child_process';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/**
 * The guides hold copies of these examples, of the files that they import, and of what they print. `RECOURSE_WRITE=1`
 * brings the copies up to date.
 */
const here = path.resolve(import.meta.dirname, '..');
const examplesFolder = path.join(here, 'examples');
const guides = path.resolve(here, '..', '..', '..', 'docs', 'guide');
const copied = /<!-- framework (example|output|file): (\S+) -->\s*```(\w+)\n([\s\S]*?)```/g;

const run = promisify(execFile);
const copyOf = async (/** @type {string} */ kind, /** @type {string} */ name) => {
  if (kind !== 'output') return readFile(path.join(examplesFolder, name), 'utf8');
  const { stdout } = await run(process.execPath, [name], { cwd: examplesFolder });
  // Times differ from run to run.
  return stdout.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/gu, '2026-01-28T14:07:19.000Z');
};

it('shows the examples as they are, and what they print', async () => {
  const shown = new Set();
  for (const name of (await readdir(guides)).filter((file) => file.endsWith('.md'))) {
    const file = path.join(guides, name);
    const before = await readFile(file, 'utf8');
    let text = before;
    for (const [block, kind = '', example = '', language, copy] of before.matchAll(copied)) {
      shown.add(`${kind} ${example}`);
      const fresh = (await copyOf(kind, example)).trimEnd();
      if (!process.env['RECOURSE_WRITE']) expect(copy?.trimEnd(), `${kind} ${example} in ${name}`).toBe(fresh);
      const written = `<!-- framework ${kind}: ${example} -->\n\n\`\`\`${language}\n${fresh}\n\`\`\``;
      text = text.replace(block, () => written);
    }
    if (process.env['RECOURSE_WRITE']) await writeFile(file, text);
  }
  // A reader has every file: those that the programs use are shown as well.
  const isUsed = (/** @type {string} */ name) => shown.has(`file ${name}`);
  const expected = (await readdir(examplesFolder)).flatMap((name) =>
    isUsed(name) ? [`file ${name}`] : [`example ${name}`, `output ${name}`],
  );
  expect([...shown].sort()).toEqual(expected.sort());
});

it('imports nothing in a guide that no guide shows', async () => {
  const texts = await Promise.all((await readdir(guides)).map((name) => readFile(path.join(guides, name), 'utf8')));
  const text = texts.join('\n');
  const imported = [...text.matchAll(/^import .* from '(\.[^']*)';$/gmu)].map(([, file = '']) => file);
  const started = [...text.matchAll(/args: \['([\w-]+\.mjs)'\]/gu)].map(([, file = '']) => `./${file}`);
  expect(imported.length).toBeGreaterThan(2);
  const missing = [...imported, ...started].filter(
    (file) => !text.includes(`<!-- framework file: ${file.slice(2)} -->`),
  );
  expect(missing).toEqual([]);
});
