/**
 * Writes adapters/github.md from GitHub's own description of its REST API, as the npm package @octokit/openapi (MIT)
 * has it. The package is large and needed only here, so it is fetched by npm when this is run, in a temporary folder.
 * Run it after a build: node servers/aql/scripts/generate-github.mjs
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { generateAdapter, renderReport } from '../dist/generate/index.js';

const source = '@octokit/openapi';
const version = '23.0.2';
const tags = ['repos', 'issues', 'pulls', 'git', 'checks', 'search', 'rate-limit'];

const run = promisify(execFile);
const folder = await mkdtemp(path.join(tmpdir(), 'recourse-github-'));
try {
  await run('npm', ['pack', `${source}@${version}`, '--silent', '--pack-destination', folder]);
  const archive = path.join(folder, `octokit-openapi-${version}.tgz`);
  await run('tar', ['-xzf', archive, '-C', folder, 'package/generated/api.github.com.json', 'package/package.json']);
  const { license } = JSON.parse(await readFile(path.join(folder, 'package', 'package.json'), 'utf8'));
  if (license !== 'MIT') throw new Error(`${source}@${version} is under ${license}, not MIT`);
  const text = await readFile(path.join(folder, 'package', 'generated', 'api.github.com.json'), 'utf8');
  const { text: adapter, report } = await generateAdapter(text, {
    name: 'github',
    description: 'GitHub repositories, issues, pull requests, git objects, checks and search.',
    bearer: 'GITHUB_TOKEN',
    tags,
    credit: `Source: the npm package ${source}, version ${version}, MIT licence, Copyright (c) Octokit contributors. Limited to the ${tags.length} tags ${tags.join(', ')}. The summaries are taken from that document.`,
    onProgress: (step) => console.log(`${step} …`),
  });
  await writeFile(new URL('../adapters/github.md', import.meta.url), adapter);
  console.log(renderReport(report));
} finally {
  await rm(folder, { recursive: true, force: true });
}
