import { execFile } from 'node:child_process';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** The guides hold copies of these examples and of what they print. `RECOURSE_WRITE=1` brings the copies up to date. */
const here = path.resolve(import.meta.dirname, '..');
const guides = path.resolve(here, '..', '..', '..', 'docs', 'guide');
const copied = /<!-- framework (example|output): (\S+) -->\s*```(\w+)\n([\s\S]*?)```/g;

const run = promisify(execFile);
const copyOf = async (/** @type {string} */ kind, /** @type {string} */ name) => {
  const file = path.join('examples', name);
  if (kind === 'example') return readFile(path.join(here, file), 'utf8');
  const { stdout } = await run(process.execPath, [file], { cwd: here });
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
  const examples = await readdir(path.join(here, 'examples'));
  expect([...shown].sort()).toEqual(examples.flatMap((name) => [`example ${name}`, `output ${name}`]).sort());
});
