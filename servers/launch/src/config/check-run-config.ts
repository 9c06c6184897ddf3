import { findSimilar } from '@recourse/contract';
import type { Similar } from '@recourse/contract';
import { z } from 'zod';
import { explainIssue } from './explain-issue.ts';
import { runConfigSchema } from './run-config.ts';
import type { RunConfig } from './run-config.ts';

/** One problem of a configuration. */
interface ConfigProblem {
  /** A JSON Pointer. */
  readonly path: string;
  /** The rule that is broken, as zod names it. */
  readonly keyword: string;
  readonly message: string;
}

export type CheckedConfig =
  | { readonly ok: true; readonly config: RunConfig }
  | { readonly ok: false; readonly problems: readonly ConfigProblem[]; readonly similar: readonly Similar[] };

const mostProblems = 50;

/** Checks a configuration. Each unknown field is a problem of its own, with the nearest known name. */
export const checkRunConfig = (given: unknown): CheckedConfig => {
  const parsed = runConfigSchema.safeParse(given, { error: explainIssue });
  if (parsed.success) return { ok: true, config: parsed.data };
  const similar: Similar[] = [];
  const problems = parsed.error.issues.flatMap((issue): ConfigProblem[] => {
    if (issue.code !== 'unrecognized_keys') {
      return [{ path: pointerOf(issue.path), keyword: issue.code, message: issue.message }];
    }
    return issue.keys.map((key) => {
      const [nearest] = findSimilar(key, namesAt(issue.path));
      if (nearest) similar.push(nearest);
      const meant = nearest ? `; did you mean '${nearest.ref}'?` : '';
      return {
        path: pointerOf([...issue.path, key]),
        keyword: issue.code,
        message: `unknown field '${key}'${meant}`,
      };
    });
  });
  return { ok: false, problems: problems.slice(0, mostProblems), similar: similar.slice(0, 3) };
};

/** The JSON Schema of a configuration as users write it, before its defaults. */
export const runConfigJsonSchema = (): object => ({
  ...z.toJSONSchema(runConfigSchema, { io: 'input', unrepresentable: 'any' }),
  title: 'run_config',
});

const pointerOf = (path: readonly PropertyKey[]): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** The fields that are known at a place. */
const namesAt = (path: readonly PropertyKey[]): readonly string[] => {
  let schema: unknown = runConfigJsonSchema();
  for (const part of path) schema = propertiesOf(schema)[String(part)];
  return Object.keys(propertiesOf(schema));
};

const propertiesOf = (schema: unknown): Readonly<Record<string, unknown>> => {
  const { properties } = (schema ?? {}) as { readonly properties?: Readonly<Record<string, unknown>> };
  return properties ?? {};
};
