import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = path.resolve(import.meta.dirname, '..');
const read = (...parts: readonly string[]): string => readFileSync(path.join(root, ...parts), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Readonly<Record<string, string>> };

interface Step {
  readonly uses?: string;
  readonly run?: string;
}
interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}
interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}
const workflow = (name: string): Workflow => parse(read('.github', 'workflows', name)) as Workflow;

describe.each(['ci.yml', 'release.yml'])('the workflow %s', (name) => {
  const { permissions, jobs } = workflow(name);
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  it('may only read unless a job needs more', () => {
    expect(permissions).toEqual({ contents: 'read' });
  });

  it('uses each action at a version, and only scripts that exist', () => {
    const actions = steps.flatMap(({ uses }) => uses ?? []);
    expect(actions.length).toBeGreaterThan(1);
    for (const action of actions) expect(action).toMatch(/^[\w-]+\/[\w-]+@v\d+$/u);
    const named = steps.flatMap(({ run = '' }) => [...run.matchAll(/npm run ([\w:]+)/gu)].map(([, script]) => script));
    expect(named.length).toBeGreaterThan(0);
    for (const script of named) expect(scripts).toHaveProperty([script ?? '']);
  });

  it('passes no secret on a command line', () => {
    for (const { run = '' } of steps) expect(run).not.toMatch(/secrets\.|github\.token/u);
  });
});

it('publishes every package with provenance, signed by the identity of the workflow', () => {
  const { packages, bundles } = workflow('release.yml').jobs;
  expect(packages?.permissions).toEqual({ contents: 'read', 'id-token': 'write' });
  expect(packages?.steps.some(({ run = '' }) => /npm publish .*--provenance/u.test(run))).toBe(true);
  expect(bundles?.permissions).toMatchObject({ attestations: 'write', 'id-token': 'write' });
  expect(bundles?.steps.some(({ uses = '' }) => uses.startsWith('actions/attest-build-provenance@'))).toBe(true);
});

describe('the container file', () => {
  const lines = read('packaging', 'Dockerfile')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const at = (word: string): number => lines.findIndex((line) => line.startsWith(`${word} `));

  it('installs in one stage and runs in another, as a user without privileges', () => {
    expect(lines.filter((line) => line.startsWith('FROM '))).toHaveLength(2);
    const user = lines[at('USER')];
    expect(user).toBe('USER recourse');
    expect(at('USER')).toBeLessThan(at('ENTRYPOINT'));
    expect(lines.some((line) => /^RUN .*useradd --system .* recourse$/u.test(line))).toBe(true);
  });

  it('makes the folder of its volume as that user, who must be able to write to it', () => {
    const made = lines.indexOf('RUN mkdir --mode=700 .recourse');
    expect(lines[at('WORKDIR')]).toBe('WORKDIR /srv/recourse');
    expect(lines[at('VOLUME')]).toBe('VOLUME /srv/recourse/.recourse');
    expect(made).toBeGreaterThan(Math.max(at('USER'), at('WORKDIR')));
    expect(made).toBeLessThan(at('VOLUME'));
  });

  it('holds no secret, and asks the address that it serves for its health', () => {
    expect(lines.join('\n')).not.toMatch(/RECOURSE_KEY|DATABASE_URL|TOKEN/u);
    const entry = JSON.parse(lines[at('ENTRYPOINT')]?.replace('ENTRYPOINT ', '') ?? '') as readonly string[];
    expect(entry).toEqual(['recourse', 'serve', '--http', '0.0.0.0:8788']);
    expect(lines[at('EXPOSE')]).toBe('EXPOSE 8788');
    expect(lines[at('HEALTHCHECK')]).toContain('http://127.0.0.1:8788/healthz');
  });
});
