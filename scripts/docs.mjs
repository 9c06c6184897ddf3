/**
 * Writes what is generated in docs/: the reference pages, and in the guides the copies of examples and of what they
 * print. `node scripts/docs.mjs --check` writes nothing, names what is not up to date, and ends with 1.
 * `--outputs <folder>` reads what `examples/x.ts` prints from `x.ts.txt` in that folder instead of running it.
 *
 * In a guide, `<!-- example: examples/x.ts -->` before a code block makes it a copy of that file, and
 * `<!-- output: examples/x.ts -->` a copy of what it prints.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { describeStages } from '@recourse/engine/stages';
import { withStagesTable } from './stages-table.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const {
  values: { check, outputs },
} = parseArgs({ options: { check: { type: 'boolean', default: false }, outputs: { type: 'string' } } });

const reference = spawnSync(
  process.execPath,
  [path.join('packages', 'cli', 'dist', 'main.js'), 'docs', ...(check ? ['--check'] : [])],
  { cwd: root, stdio: 'inherit' },
);
const copiedBlock = /<!-- (example|output): (\S+) -->\s*```(\w*)\n[\s\S]*?\n?```/g;
const stale = refreshGuides() + refreshStages();
process.exit(reference.status === 0 && !(check && stale > 0) ? 0 : 1);

/** The table of the pipeline in docs/architecture.md. */
function refreshStages() {
  const file = path.join(root, 'docs', 'architecture.md');
  const text = readFileSync(file, 'utf8');
  const fresh = withStagesTable(text, describeStages());
  if (fresh === text) return 0;
  if (!check) writeFileSync(file, fresh);
  console.log(`${check ? 'stale' : 'wrote'}  ${path.relative(root, file)}`);
  return 1;
}

function refreshGuides() {
  const folder = path.join(root, 'docs', 'guide');
  let blocks = 0;
  let stale = 0;
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.md'))) {
    const file = path.join(folder, name);
    const text = readFileSync(file, 'utf8');
    const fresh = text.replace(copiedBlock, (_, kind, example, language) => {
      blocks += 1;
      const copy = kind === 'example' ? readFileSync(path.join(root, example), 'utf8') : outputOf(example);
      return `<!-- ${kind}: ${example} -->\n\n\`\`\`${language}\n${copy.trimEnd()}\n\`\`\``;
    });
    if (fresh === text) continue;
    stale += 1;
    if (!check) writeFileSync(file, fresh);
    console.log(`${check ? 'stale' : 'wrote'}  ${path.relative(root, file)}`);
  }
  if (stale === 0) console.log(`${blocks} code blocks in the guides are up to date.`);
  return stale;
}

function outputOf(example) {
  if (outputs !== undefined) return readFileSync(path.join(outputs, `${path.basename(example)}.txt`), 'utf8');
  const built = path.join(root, 'examples', 'dist', path.basename(example).replace(/\.ts$/, '.js'));
  const run = spawnSync(process.execPath, [built], { cwd: root, encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`${example} failed:\n${run.stderr}`);
  return run.stdout;
}
