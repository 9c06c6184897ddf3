import { isoOf } from '../clock.ts';
import type { CommitObject, Signature } from '../git/commit-object.ts';
import type { FileChange } from '../git/diff.ts';
import type { Repository } from '../state/repositories.ts';
import type { World } from '../world.ts';
import { nodeId } from './node-id.ts';
import { apiOf, htmlOf } from './repository.ts';
import { userBody } from './user.ts';

const verification = { verified: false, reason: 'unsigned', signature: null, payload: null, verified_at: null };

export function signatureBody(signature: Signature): { name: string; email: string; date: string } {
  return { name: signature.name, email: signature.email, date: isoOf(signature.atSeconds * 1000) };
}

/** A commit object, as the git data endpoints show it. */
export function gitCommitBody(world: World, repository: Repository, commit: CommitObject): Record<string, unknown> {
  const [api, html] = [apiOf(world, repository), htmlOf(world, repository)];
  return {
    sha: commit.sha,
    node_id: nodeId('Commit', repository.id, commit.sha),
    url: `${api}/git/commits/${commit.sha}`,
    html_url: `${html}/commit/${commit.sha}`,
    author: signatureBody(commit.author),
    committer: signatureBody(commit.committer),
    tree: { sha: commit.tree, url: `${api}/git/trees/${commit.tree}` },
    message: commit.message,
    parents: commit.parents.map((sha) => ({
      sha,
      url: `${api}/git/commits/${sha}`,
      html_url: `${html}/commit/${sha}`,
    })),
    verification,
  };
}

/** A commit as part of a history: with the users behind the addresses, where the forge knows them. */
export function commitBody(world: World, repository: Repository, commit: CommitObject): Record<string, unknown> {
  const [api, html] = [apiOf(world, repository), htmlOf(world, repository)];
  const userOf = ({ email }: Signature): Record<string, unknown> | null => {
    const user = email === '' ? undefined : world.state.users.find({ email });
    return user ? userBody(world, user) : null;
  };
  return {
    sha: commit.sha,
    node_id: nodeId('Commit', repository.id, commit.sha),
    commit: {
      author: signatureBody(commit.author),
      committer: signatureBody(commit.committer),
      message: commit.message,
      tree: { sha: commit.tree, url: `${api}/git/trees/${commit.tree}` },
      url: `${api}/git/commits/${commit.sha}`,
      comment_count: 0,
      verification,
    },
    url: `${api}/commits/${commit.sha}`,
    html_url: `${html}/commit/${commit.sha}`,
    comments_url: `${api}/commits/${commit.sha}/comments`,
    author: userOf(commit.author),
    committer: userOf(commit.committer),
    parents: commit.parents.map((sha) => ({ sha, url: `${api}/commits/${sha}`, html_url: `${html}/commit/${sha}` })),
  };
}

/** One changed file. `at` is the commit at which its content can be read. */
export function fileBody(
  world: World,
  repository: Repository,
  change: FileChange,
  at: string,
): Record<string, unknown> {
  const path = change.path.split('/').map(encodeURIComponent).join('/');
  return {
    sha: change.sha,
    filename: change.path,
    status: change.status,
    additions: change.additions,
    deletions: change.deletions,
    changes: change.additions + change.deletions,
    blob_url: `${htmlOf(world, repository)}/blob/${at}/${path}`,
    raw_url: `${htmlOf(world, repository)}/raw/${at}/${path}`,
    contents_url: `${apiOf(world, repository)}/contents/${path}?ref=${at}`,
    ...(change.patch === undefined ? {} : { patch: change.patch }),
    ...(change.previousPath === undefined ? {} : { previous_filename: change.previousPath }),
  };
}
