import type { JsonObject } from '@recourse/contract';
import { refuse } from '../refused.ts';

export const providers = ['auto', 'github', 'gitlab', 'bitbucket'] as const;
export type Provider = (typeof providers)[number];

type Environment = Readonly<Record<string, string | undefined>>;

/** The pull request that is meant, however it was named. */
export interface Target {
  readonly owner: string;
  readonly repo: string;
  readonly prNumber: number;
}

const repositoryForm = /^[A-Za-z0-9._-]+\/[A-Za-z0-9._-]+$/;

/** The target named by the arguments, completed from the environment of a pipeline. */
const given = (args: JsonObject, environment: Environment) => {
  const { GITHUB_REPOSITORY: repository = '', GITHUB_REF: ref = '' } = environment;
  const [ownOwner, ownRepo] = repositoryForm.test(repository) ? repository.split('/') : [];
  const fromRef = /^refs\/pull\/(\d{1,9})\//.exec(ref)?.[1];
  const { owner = ownOwner, repo = ownRepo, prNumber = fromRef === undefined ? undefined : Number(fromRef) } = args;
  return {
    owner: typeof owner === 'string' ? owner : undefined,
    repo: typeof repo === 'string' ? repo.replace(/\.git$/i, '') : undefined,
    prNumber: typeof prNumber === 'number' ? prNumber : undefined,
  };
};

/** One key per pull request, whatever alias, default or letter case names it; undefined if none is named. */
export const targetKey = (args: JsonObject, environment: Environment): string | undefined => {
  const { owner, repo, prNumber } = given(args, environment);
  if (owner === undefined || repo === undefined || prNumber === undefined) return undefined;
  return `github/${owner}/${repo}#${prNumber}`.toLowerCase();
};

/** The pull request to write to. A pipeline's server writes to the repository of its pipeline and no other. */
export const readTarget = (args: JsonObject, environment: Environment): Target => {
  const { owner, repo, prNumber } = given(args, environment);
  for (const [argument, value] of Object.entries({ owner, repo, prNumber })) {
    if (value === undefined) throw refuse('OP_MISSING_ARG', { argument, tool: 'pr-comment' });
  }
  const target = { owner: owner ?? '', repo: repo ?? '', prNumber: prNumber ?? 0 };
  const own = environment['GITHUB_REPOSITORY'] ?? '';
  const wanted = `${target.owner}/${target.repo}`;
  if (repositoryForm.test(own) && own.toLowerCase() !== wanted.toLowerCase()) {
    throw refuse(
      'OP_PROVIDER_REFUSED',
      { provider: 'github', repository: wanted, reason: `this server comments only on pull requests of '${own}'` },
      { hint: 'Omit owner and repo, or ask the operator to run this server in a pipeline of the other repository.' },
    );
  }
  return target;
};

/** Accepts only GitHub. Other known providers get a code of their own, so that they do not look like a typo. */
export const readProvider = (provider: Provider): 'github' => {
  if (provider === 'auto' || provider === 'github') return 'github';
  throw refuse('OP_PROVIDER_UNSUPPORTED', { provider, supported: ['auto', 'github'] });
};
