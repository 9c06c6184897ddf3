import type { Json } from '@recourse/contract';
import type { ProjectName } from '../projects/index.ts';

/** Where each project has its tests. */
const tests: Readonly<Partial<Record<ProjectName, string>>> = { pytest: './tests', 'go-test': './calc' };

export const testsOf = (project: ProjectName): string => tests[project] ?? './test/math.test.js';

const profile = 'good/plain.info';

/** A value that a caller could send where the advice leaves open which. */
const samples: Readonly<Record<string, Json>> = {
  profile,
  baseProfile: profile,
  headProfile: profile,
  historyPath: 'build/followed.json',
  domains: ['source'],
  failUnder: 10,
  run: 'adds',
  tags: 'integration',
  timeout: '30s',
  language: 'javascript',
  verbosity: 'brief',
  diffRef: 'HEAD~1',
  incrementalRef: 'HEAD~1',
  branch: 'main',
  commit: 'abc1234',
  owner: 'a',
  repo: 'b',
  prNumber: 1,
  label: 'coverage',
  testArgs: [],
};

/** By the field, and where that is about files by the tool. */
export const sampleOf = (field: string, tool: string, project: ProjectName): Json => {
  const [name = ''] = field.replaceAll("'", '').split('[', 1);
  if (name === 'output') return tool === 'badge' ? 'followed.svg' : 'followed.html';
  if (name === 'configPath') return tool === 'init' ? `followed-${crypto.randomUUID()}.yaml` : '.coverctl.yaml';
  if (name === 'testArgs' && field.includes('[')) return testsOf(project);
  if (name === 'domains' && field.includes('[')) return 'source';
  return samples[name] ?? true;
};
