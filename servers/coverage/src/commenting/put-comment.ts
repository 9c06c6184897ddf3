import { GitHubError } from '@recourse/github';
import type { GitHub } from '@recourse/github';
import { z } from 'zod';
import { providerFailure } from './provider-failure.ts';
import type { Target } from './target.ts';

/** Identifies our comments. */
export const commentMark = '<!-- coverctl-coverage-report -->';

const commentShape = z.object({
  id: z.int(),
  html_url: z.string(),
  body: z.string().nullish(),
  user: z.object({ login: z.string() }).nullish(),
});
type Comment = z.infer<typeof commentShape>;

export interface PutOptions {
  readonly github: GitHub;
  readonly target: Target;
  readonly body: string;
  /** Whether to update our existing comment; else a new one is written. */
  readonly updateExisting: boolean;
  /** Names the caller's intent. A repeated intent updates the comment that it wrote before. */
  readonly intent: string | undefined;
  readonly signal: AbortSignal;
}

export interface PutComment {
  readonly id: number;
  readonly url: string;
  readonly updated: boolean;
}

/** Limits the search for our comment on pull requests with very many comments. */
const mostPages = 50;

/** The name that a token of GitHub Actions writes under: it may not ask who it is. */
const actionsLogin = 'github-actions[bot]';

/** Writes the comment: over our own if there is one, found by its mark and its author on all pages. */
export const putComment = async (options: PutOptions): Promise<PutComment> => {
  const { target, body, updateExisting, intent } = options;
  const intentMark = !updateExisting && intent !== undefined ? `<!-- recourse-intent: ${intent} -->` : undefined;
  const marked = { ...options, body: intentMark === undefined ? body : `${body}\n${intentMark}` };
  const ownMark = updateExisting ? commentMark : intentMark;
  try {
    await findPull(options);
    const known = ownMark === undefined ? undefined : await findOwn(options, ownMark);
    const { id, html_url: url } = known ? await update(marked, known) : await create(marked);
    return { id, url, updated: known !== undefined };
  } catch (thrown) {
    throw providerFailure(thrown, target);
  }
};

const place = ({ owner, repo }: Target) => ({ owner, repo });
const resourceOf = ({ owner, repo, prNumber }: Target) => ({
  type: 'pull_request',
  id: `${owner}/${repo}#${prNumber}`,
});

/** Checks that the number is a pull request: issues take comments at the same URL. */
const findPull = ({ github, target, signal }: PutOptions) =>
  github.request({
    route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}',
    parameters: { ...place(target), pull_number: target.prNumber },
    shape: z.object({ number: z.int() }),
    resource: resourceOf(target),
    signal,
  });

const findOwn = async (options: PutOptions, mark: string): Promise<Comment | undefined> => {
  const { github, target, signal } = options;
  const [login, { values }] = await Promise.all([
    findLogin(options),
    github.pages(
      {
        route: 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments',
        parameters: { ...place(target), issue_number: target.prNumber },
        shape: z.array(commentShape),
        resource: resourceOf(target),
        signal,
      },
      mostPages,
    ),
  ]);
  return values
    .flat()
    .find(({ body, user }) => user?.login.toLowerCase() === login.toLowerCase() && body?.includes(mark) === true);
};

const findLogin = async ({ github, signal }: PutOptions): Promise<string> => {
  try {
    const { value } = await github.request({ route: 'GET /user', shape: z.object({ login: z.string() }), signal });
    return value.login;
  } catch (thrown) {
    if (thrown instanceof GitHubError && thrown.status === 403) return actionsLogin;
    throw thrown;
  }
};

const update = async ({ github, target, body, signal }: PutOptions, { id }: Comment): Promise<Comment> => {
  const { value } = await github.request({
    route: 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}',
    parameters: { ...place(target), comment_id: id, body },
    shape: commentShape,
    resource: { type: 'comment', id: String(id) },
    idempotent: true,
    signal,
  });
  return value;
};

const create = async ({ github, target, body, signal }: PutOptions): Promise<Comment> => {
  const { value } = await github.request({
    route: 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments',
    parameters: { ...place(target), issue_number: target.prNumber, body },
    shape: commentShape,
    resource: resourceOf(target),
    signal,
  });
  return value;
};
