import { isoOf } from '../../clock.ts';
import { nodeId } from '../../bodies/node-id.ts';
import { forkPoint } from '../../domain/fork-point.ts';
import { pullCommits } from '../../domain/pull-commits.ts';
import type { CommitObject } from '../../git/commit-object.ts';
import type { ChangeCount } from '../../git/diff.ts';
import { mayRead } from '../access.ts';
import { connect, type Connection, type PageArguments } from '../connection.ts';
import type { Context } from '../context.ts';
import { commitSource, userSource, type CommitSource, type PullSource } from '../sources.ts';
import { rollupOf } from './checks.ts';
import type { Fields } from './fields.ts';

/** GitHub lists no more files of a pull request. */
const maxFiles = 3000;

/** The files that a pull request changes, with the numbers of lines. */
export function changesOf(context: Context, { repository, pull }: PullSource): Promise<readonly ChangeCount[]> {
  const git = context.world.gits.of(repository);
  return context.once(`changes:${pull.id}`, async () =>
    git.countChanges(await forkIn(context, { repository, pull }), pull.headSha),
  );
}

function forkIn(
  context: Context,
  { repository, pull }: Pick<PullSource, 'repository' | 'pull'>,
): Promise<string | undefined> {
  return context.once(`fork:${pull.id}`, () => forkPoint(context.world.gits.of(repository), pull));
}

export async function listFiles(
  context: Context,
  source: PullSource,
  page: PageArguments,
): Promise<Connection<ChangeCount>> {
  return connect((await changesOf(context, source)).slice(0, maxFiles), page);
}

interface PullCommitSource {
  readonly commit: CommitSource | null;
}

export async function listCommits(
  context: Context,
  { repository, pull }: PullSource,
  page: PageArguments,
): Promise<Connection<PullCommitSource>> {
  const git = context.world.gits.of(repository);
  const from = await forkIn(context, { repository, pull });
  const shas = await context.once(`commits:${pull.id}`, () => pullCommits(git, pull, from));
  return connect(
    shas.map((sha) => ({ commit: commitSource(repository, sha) })),
    page,
  );
}

function readCommit(context: Context, { repository, sha }: CommitSource): Promise<CommitObject> {
  mayRead(context, repository, 'contents');
  return context.once(`commit:${repository.id}:${sha}`, () => context.world.gits.of(repository).objects.commit(sha));
}

export const commitFields: Fields<CommitSource> = {
  id: ({ repository, sha }) => nodeId('Commit', repository.id, sha),
  oid: ({ sha }) => sha,
  messageHeadline: async (source, _, context) => (await readCommit(context, source)).message.split('\n')[0],
  messageBody: async (source, _, context) =>
    (await readCommit(context, source)).message.split('\n').slice(1).join('\n').trim(),
  authoredDate: async (source, _, context) => isoOf((await readCommit(context, source)).author.atSeconds * 1000),
  committedDate: async (source, _, context) => isoOf((await readCommit(context, source)).committer.atSeconds * 1000),
  authors: async (source, page: PageArguments, context) => {
    const { author } = await readCommit(context, source);
    const user = author.email === '' ? undefined : context.world.state.users.find({ email: author.email });
    return connect([{ name: author.name, email: author.email, user: user ? userSource(user) : null }], page);
  },
  statusCheckRollup: ({ repository, sha }, _, context) => rollupOf(context, repository, sha),
};
