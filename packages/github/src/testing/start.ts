import { createForge, sampleSeed, sampleTokens } from '@recourse/forge';
import type { Forge, Seed } from '@recourse/forge';
import { createGitHub } from '../create-github.ts';
import type { GitHub, GitHubOptions, GitHubRequest, Shape } from '../github.ts';
import { GitHubError } from '../github-error.ts';

/** Takes whatever comes, for tests that look into it. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies of many shapes
export const anything: Shape<any> = { safeParse: (data) => ({ success: true, data }) };

export interface TestForge extends Forge {
  /** A client that never waits between its attempts. */
  client(options?: GitHubOptions): GitHub;
  /** Meets the next request, or so many, with a fault. */
  fault(rule: object): Promise<void>;
  control(path: string, body: object): Promise<void>;
}

const organisation: Seed = {
  users: [
    ...(sampleSeed.users ?? []),
    { login: 'guild', type: 'Organization', saml: true, members: [{ login: 'mira', role: 'admin' }] },
    {
      login: 'fin',
      tokens: [
        { token: 'fine-fin', kind: 'fine-grained', permissions: ['contents=read'], repositories: ['fin/notes'] },
      ],
    },
  ],
  repositories: [
    ...(sampleSeed.repositories ?? []),
    { owner: 'guild', name: 'vault', private: true, commits: [{ message: 'Begin', files: [] }] },
    {
      owner: 'fin',
      name: 'notes',
      commits: [{ message: 'Begin', files: [{ path: 'a.txt', content: 'a\n' }] }],
    },
    { owner: 'mira', name: 'empty' },
  ],
};

/** The sample world and a little more, with the control endpoint open. */
export const startForge = async (): Promise<TestForge> => {
  const forge = await createForge({ seed: organisation, control: 'test-key', limits: 'primary' });
  const control = async (path: string, body: object): Promise<void> => {
    const response = await fetch(`${forge.url}/_forge/${path}`, {
      method: 'POST',
      headers: { 'x-forge-key': 'test-key' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`The forge refused to be controlled: ${await response.text()}`);
  };
  return {
    ...forge,
    client: (options = {}) =>
      createGitHub({
        baseUrl: forge.url,
        token: sampleTokens.mira,
        retry: { sleep: () => Promise.resolve() },
        ...options,
      }),
    fault: (rule) => control('faults', { times: 1, ...rule }),
    control,
  };
};

/** Makes a request that must fail. */
export const failureOf = async (
  client: GitHub,
  request: Omit<GitHubRequest<unknown>, 'shape'>,
): Promise<GitHubError> => {
  const thrown: unknown = await client.request({ shape: anything, ...request }).then(
    (answer) => new Error(`answered with ${answer.status}`),
    (error: unknown) => error,
  );
  if (!(thrown instanceof GitHubError)) throw thrown;
  return thrown;
};

export const repo = { owner: 'mira', repo: 'tidewater' };
