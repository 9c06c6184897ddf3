import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Case } from './case.ts';
import { judge } from './judge.ts';
import type { Finding } from './judge.ts';
import { buildProject } from './projects/build.ts';
import type { BuiltProject } from './projects/build.ts';
import type { HostileRepository } from './projects/repositories.ts';
import { serve } from './serve.ts';

/** Builds the repository, and checks it for real. */
export const judgeRepository = async (given: HostileRepository): Promise<Finding> => {
  const project = buildProject(given.project);
  arm(given, project);
  const served = await serve(project, given.project);
  try {
    const common = {
      id: given.id,
      class: 'hostile-repository',
      project: 'node-test',
      tool: given.tool,
      input: given.input,
    } as const;
    const wanted: Case =
      given.code === undefined
        ? { ...common, kind: 'honest', plan: [], execute: true }
        : { ...common, kind: 'hostile', code: given.code };
    return await judge(wanted, 'executed', { served, project });
  } finally {
    await served.close();
    project.remove();
  }
};

/** Settings come last: making the repository must not set them off. */
const arm = ({ settings = {}, late = {} }: HostileRepository, { root, outside }: BuiltProject): void => {
  for (const [name, text] of Object.entries(late)) writeFileSync(path.join(root, name), text);
  const program = path.join(root, 'program.sh');
  writeFileSync(program, `#!/bin/sh\ntouch ${outside}/escaped-program\ncat\n`);
  chmodSync(program, 0o755);
  const hook = path.join(root, 'hooks/post-index-change');
  if (existsSync(hook)) chmodSync(hook, 0o755);
  for (const [name, value] of Object.entries(settings)) {
    const text = value.replace('{program}', program).replace('{outside}', outside);
    execFileSync('git', ['config', '--local', name, text], { cwd: root });
  }
};
