import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = path.resolve(import.meta.dirname, '..');
const place = mkdtempSync(path.join(tmpdir(), 'recourse-release-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

const read = (file: string): string => readFileSync(file, 'utf8');
const manifests = ['packages', 'servers', 'plugins'].flatMap((parent) =>
  readdirSync(path.join(root, parent)).map(
    (name) => JSON.parse(read(path.join(root, parent, name, 'package.json'))) as { name: string; version: string },
  ),
);
const [version = ''] = manifests.map((manifest) => manifest.version);

/** Runs the step that publishes, as GitHub runs it, with packed packages and an npm that only records its commands. */
const publish = (tag: string, published: readonly string[] = []) => {
  const cwd = mkdtempSync(path.join(place, 'run-'));
  writeFileSync(path.join(cwd, 'package.json'), read(path.join(root, 'package.json')));
  for (const manifest of manifests) {
    const folder = path.join(cwd, 'dist', 'packages', manifest.name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
  }
  const bin = path.join(cwd, 'bin');
  mkdirSync(bin);
  const known = published.map((name) => `"view ${name}@${version} version"`).join('|') || 'none';
  const npm = `#!/bin/sh\necho "$*" >> '${path.join(cwd, 'npm.log')}'\ncase "$*" in ${known}) exit 0;; view*) exit 1;; esac\n`;
  writeFileSync(path.join(bin, 'npm'), npm, { mode: 0o755 });
  writeFileSync(path.join(cwd, 'npm.log'), '');
  const { jobs } = parse(read(path.join(root, '.github', 'workflows', 'release.yml'))) as {
    readonly jobs: {
      readonly packages: { readonly steps: readonly { readonly name?: string; readonly run: string }[] };
    };
  };
  const script = jobs.packages.steps.find(({ name }) => name === 'Publish')?.run ?? 'exit 9';
  const { status } = spawnSync('bash', ['-e', '-c', script], {
    cwd,
    env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env['PATH']}`, GITHUB_REF_NAME: tag },
  });
  const lines = read(path.join(cwd, 'npm.log')).split('\n');
  return {
    status,
    names: lines.flatMap((line) => /^publish \.\/(\S+) --provenance/u.exec(line)?.[1] ?? []),
  };
};

it('publishes every package once, create-recourse included', () => {
  const { status, names } = publish(`v${version}`);
  expect(status).toBe(0);
  expect(names.toSorted()).toEqual(manifests.map(({ name }) => name).toSorted());
  expect(names).toContain('create-recourse');
});

it('publishes the rest after a run that failed halfway', () => {
  const { status, names } = publish(`v${version}`, ['create-recourse', '@recourse/cli']);
  expect(status).toBe(0);
  expect(names).toHaveLength(manifests.length - 2);
  expect(names).not.toContain('@recourse/cli');
});

it('publishes nothing for a tag of another version', () => {
  expect(publish('v999.0.0')).toEqual({ status: 1, names: [] });
});
