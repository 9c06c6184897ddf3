import { configs, honestConfigs, mergingConfigs } from './configs.ts';
import { bareRepository, go, javascript, python } from './files.ts';
import { fakeProfiles, honestProfiles, profiles } from './profiles.ts';

export interface ProjectFiles {
  readonly files: Readonly<Record<string, string>>;
  /** Links by their names, and where they lead; `{outside}` and `{beside}` stand for folders beside the project. */
  readonly links: Readonly<Record<string, string>>;
  /** Whether the runners of `tests/runners` are installed in it. */
  readonly installed: boolean;
  readonly mode: 'agent' | 'ci';
  /** Whether the operator lets profiles be used that no run of the server made. */
  readonly allowUnattested?: boolean;
  /** Whether its tests are run once before anything is judged, so that it has a profile of its own. */
  readonly primed?: boolean;
}

const links = {
  'link-out': '{outside}',
  'link-beside': '{beside}',
  'link-file.info': '{outside}/secret.info',
  'link-policy.yaml': '{outside}/policy.yaml',
};

/** Links to nothing. Node's own runner stumbles over them where it looks for tests by itself. */
const brokenLinks = {
  ...links,
  'dangling.svg': '{outside}/new.svg',
  'dangling.info': '{outside}/new.info',
  'dangling-inside': 'nowhere',
  loop: 'loop',
};

/** Links that stay inside. */
const innerLinks = {
  'link-git': '.git',
  'link-refs': '.git/refs',
  'link-in': 'policies',
  'link-policies.yaml': 'policies/version.yaml',
};

const project = (files: ProjectFiles['files'], more: Partial<ProjectFiles> = {}): ProjectFiles => ({
  files,
  links,
  installed: true,
  mode: 'agent',
  ...more,
});

/** One project for each runner, and three that the other tools are called in. */
export const projects = {
  vitest: project(javascript('vitest', 'vitest run')),
  jest: project(javascript('jest', 'jest')),
  'node-test': project(javascript('node-test', 'node --test'), { installed: false }),
  c8: project(javascript('node-test', 'c8 node --test')),
  nyc: project(javascript('nyc', 'nyc node --test')),
  pytest: project(python, { installed: false }),
  'go-test': project(go, { installed: false }),
  agent: project(
    {
      ...javascript('node-test', 'node --test test/'),
      ...bareRepository,
      ...configs,
      ...honestConfigs,
      ...profiles,
      ...honestProfiles,
    },
    { installed: false, links: { ...brokenLinks, ...innerLinks }, allowUnattested: true },
  ),
  pipeline: project(
    { ...javascript('node-test', 'node --test test/'), ...bareRepository, ...honestProfiles },
    { installed: false, links: brokenLinks, mode: 'ci' },
  ),
  guarded: project(
    { ...javascript('node-test', 'node --test test/'), ...fakeProfiles, ...mergingConfigs },
    { installed: false, primed: true },
  ),
} satisfies Readonly<Record<string, ProjectFiles>>;
export type ProjectName = keyof typeof projects;
export const projectNames = Object.keys(projects) as readonly ProjectName[];
