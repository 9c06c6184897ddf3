import type { GitRepository } from '../git/repository.ts';
import type { Issue } from '../state/issues.ts';
import type { Pull } from '../state/pulls.ts';
import type { Repository } from '../state/repositories.ts';
import type { User } from '../state/users.ts';
import type { World } from '../world.ts';
import { signatureOf } from './signature.ts';

export const mergeMethods = ['merge', 'squash', 'rebase'] as const;
export type MergeMethod = (typeof mergeMethods)[number];

export interface CommitOrder {
  readonly repository: Repository;
  readonly git: GitRepository;
  readonly user: User;
  readonly method: MergeMethod;
  readonly title: string | undefined;
  readonly message: string | undefined;
}

export interface MergeSides {
  readonly pull: Pull;
  readonly issue: Issue;
  readonly base: string;
}

const maxSquashedMessages = 250;

/** Writes what the base branch will point to; undefined when the two sides conflict. No ref moves here. */
export async function writeMergeCommit(
  world: World,
  order: CommitOrder,
  { pull, issue, base }: MergeSides,
): Promise<string | undefined> {
  const { git, method, user } = order;
  const author = signatureOf(world, user);
  if (method === 'rebase') return git.rebase(base, pull.headSha, author);
  const outcome = await git.merge(base, pull.headSha);
  if (!outcome.clean) return undefined;
  const [title, message] = await mergeWording(world, order, { pull, issue, base });
  return git.objects.writeCommit({
    tree: outcome.tree,
    parents: method === 'merge' ? [base, pull.headSha] : [base],
    author: method === 'squash' ? signatureOf(world, world.state.users.get(issue.userId)) : author,
    committer: author,
    message: message === '' ? `${title}\n` : `${title}\n\n${message}\n`,
  });
}

/** The title and the message of the commit that a merge writes; a caller's own words take precedence. */
export async function mergeWording(world: World, order: CommitOrder, sides: MergeSides): Promise<[string, string]> {
  const { pull, issue, base } = sides;
  if (order.method === 'merge') {
    const owner = world.state.users.get(order.repository.ownerId).login;
    return [
      order.title ?? `Merge pull request #${pull.number} from ${owner}/${pull.headRef}`,
      order.message ?? issue.title,
    ];
  }
  const shas = await order.git.history.log({
    from: pull.headSha,
    notIn: base,
    limit: maxSquashedMessages,
    oldestFirst: true,
  });
  const messages = await Promise.all(shas.map(async (sha) => (await order.git.objects.commit(sha)).message));
  const first = shas.length === 1 ? messages[0]?.split('\n')[0] : undefined;
  const body =
    shas.length === 1
      ? (messages[0]?.split('\n').slice(1).join('\n').trim() ?? '')
      : messages.map((text) => `* ${text}`).join('\n\n');
  return [order.title ?? `${first ?? issue.title} (#${pull.number})`, order.message ?? body];
}
