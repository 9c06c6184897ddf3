import { path } from '@recourse/engine/guarded-fields';

/** The name under which the guards know the folder of the project. */
export const projectRoot = 'project';

const inside = (description: string, more: { readonly type?: 'file'; readonly extensions?: readonly string[] } = {}) =>
  path({ root: projectRoot, type: 'file', ...more }).describe(description);

export const configPath = inside(
  "The policy, a YAML file inside the project; defaults to the project's own, such as .coverctl.yaml.",
  {
    extensions: ['.yaml', '.yml'],
  },
).optional();

export const profilePath = (description: string) => inside(description);

export const profile = profilePath(
  'A coverage profile inside the project (LCOV, Cobertura, Go, Istanbul, JaCoCo, Clover, coverage.py JSON or llvm-cov JSON); defaults to the profile of the last check.',
).optional();

export const historyPath = inside('The history that ratchet compares with, a JSON file inside the project.', {
  extensions: ['.json'],
}).optional();

/** A file to write. The fixed extension keeps it from being code or configuration. */
export const outputPath = (extension: '.svg' | '.html') =>
  inside(`Path of the ${extension} file to write, inside the project.`, { extensions: [extension] }).optional();
