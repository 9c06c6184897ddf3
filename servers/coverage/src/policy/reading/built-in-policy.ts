import { createHash } from 'node:crypto';
import type { Policy } from '../policy.ts';
import { buildPolicy, wholeProject } from './build-policy.ts';
import { detectProject } from './detect-project.ts';
import type { PolicyFiles } from './policy-files.ts';
import { readModule } from './read-module.ts';

/** The rules of a project that has no policy: 80 percent of each part that its folders suggest. */
export const builtInPolicy = async (root: string, files: PolicyFiles): Promise<Policy> => {
  const project = await detectProject(root);
  const domains = project?.domains ?? [wholeProject];
  const rules = { ...(project && { language: project.language }), policy: { domains } };
  const digest = createHash('sha256').update(JSON.stringify(rules)).digest('hex');
  return buildPolicy(rules, await readModule(files), { path: undefined, files: [], digest });
};
