import { honestTable } from '../case.ts';
import type { HonestCase } from '../case.ts';

const profile = 'good/plain.info';

/** Outputs whose names resemble git's, beside its files. */
export const gitLikeOutputs: readonly HonestCase[] = honestTable(
  { class: 'git-files', project: 'agent', tool: 'badge' },
  [
    { input: { profile, output: '.github/badge.svg' } },
    { input: { profile, output: 'docs/.gitkeep.svg' } },
    { input: { profile, output: '.git.svg' } },
    { input: { profile, output: 'site.git/badge.svg' } },
    { input: { profile, output: 'git/refs/heads/badge.svg' } },
    { input: { profile, output: 'vendor/badge.svg' } },
    { input: { profile, output: 'gitlab/page.html' }, tool: 'report' },
  ],
);

/** Paths that look as if they led out, and do not. */
export const insidePaths: readonly HonestCase[] = [
  ...honestTable({ class: 'scope-first', project: 'agent', tool: 'debt' }, [
    { input: { profile, configPath: '{root}/policies/version.yaml' } },
    { input: { profile, configPath: 'policies/../policies/version.yaml' } },
    { input: { profile, configPath: 'missing/../policies/version.yaml' } },
    { input: { profile, configPath: './/policies//version.yaml' } },
    { input: { profile, configPath: 'link-in/version.yaml' } },
    { input: { profile, configPath: 'policies/..version.yaml' } },
    { input: { profile, configPath: 'policies/.hidden/v.1.YAML' } },
    { input: { profile, configPath: 'link-policies.yaml' } },
    { input: { profile: 'policies/../good/plain.info' } },
    { input: { profile: '{root}/policies/../good/plain.info' } },
    { input: { profile, output: '{root}/out/../badge.SVG' }, tool: 'badge' },
    { input: { profile, output: 'out/..page.html' }, tool: 'report' },
  ]),
  ...honestTable({ class: 'scope-first', project: 'pipeline', tool: 'record' }, [
    { input: { profile, historyPath: '{root}/build/../history.json' } },
    { input: { profile, historyPath: 'build/..history.json' } },
    { input: { configPath: '{root}/nested/../fresh.yml' }, tool: 'init' },
  ]),
];
