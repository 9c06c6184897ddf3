import { runGit } from '../git/run-git.ts';
import type { Issue } from '../state/issues.ts';
import type { Pull } from '../state/pulls.ts';
import type { Repository } from '../state/repositories.ts';
import type { World } from '../world.ts';
import { guardsOf } from './guards.ts';

interface OpenPull {
  readonly pull: Pull;
  readonly issue: Issue;
}

/**
 * Brings pull requests in line with the branches: heads that moved, branches that are gone, heads that arrived in
 * their base by another way. Git is the truth; running this twice changes nothing more.
 */
export function followRefs(world: World, repository: Repository, changed?: ReadonlySet<string>): Promise<void> {
  return world.following.run(repository.id, () => follow(world, repository, changed));
}

async function follow(world: World, repository: Repository, changed: ReadonlySet<string> | undefined): Promise<void> {
  const open = openPulls(world, repository).filter(
    ({ pull }) => !changed || changed.has(branchRef(pull.headRef)) || changed.has(branchRef(pull.baseRef)),
  );
  for (const item of open) await followHead(world, repository, item);
  const bases = new Set(open.map(({ pull }) => pull.baseRef));
  for (const base of bases) await closeArrived(world, repository, base);
}

/** The pull request at the current head of its branch, also if the branch moved unnoticed. */
export async function followedPull(world: World, repository: Repository, pull: Pull): Promise<Pull> {
  const head = await world.gits.of(repository).refs.get(branchRef(pull.headRef));
  const open = world.state.issues.get(pull.issueId).state === 'open';
  if (open && head?.sha !== pull.headSha) await followRefs(world, repository, new Set([branchRef(pull.headRef)]));
  return world.state.pulls.get(pull.id);
}

export function branchRef(branch: string): string {
  return `refs/heads/${branch}`;
}

function pullRef(number: number): string {
  return `refs/pull/${number}/head`;
}

function openPulls(world: World, repository: Repository): OpenPull[] {
  return world.state.issues.list({ repositoryId: repository.id, isPull: true, state: 'open' }).flatMap((issue) => {
    const pull = world.state.pulls.find({ issueId: issue.id });
    return pull ? [{ pull, issue }] : [];
  });
}

async function followHead(world: World, repository: Repository, { pull, issue }: OpenPull): Promise<void> {
  const { refs } = world.gits.of(repository);
  const [head, base, kept] = await Promise.all([
    refs.get(branchRef(pull.headRef)),
    refs.get(branchRef(pull.baseRef)),
    refs.get(pullRef(pull.number)),
  ]);
  const now = world.clock.now();
  if (head === undefined || base === undefined) {
    if (kept === undefined) await refs.move([{ name: pullRef(pull.number), from: undefined, to: pull.headSha }]);
    world.state.issues.update(issue.id, { state: 'closed', closedAt: now, updatedAt: now });
    return;
  }
  if (kept?.sha !== head.sha) await refs.move([{ name: pullRef(pull.number), from: kept?.sha, to: head.sha }]);
  if (head.sha === pull.headSha) return;
  world.state.transaction(() => {
    world.state.pulls.update(pull.id, { headSha: head.sha, baseSha: base.sha });
    world.state.issues.update(issue.id, { updatedAt: now });
    if (guardsOf(world, repository, pull.baseRef).some(({ rules }) => rules.requiredReviews?.dismissStale))
      for (const review of world.state.reviews.list({ pullId: pull.id, state: 'APPROVED' }))
        world.state.reviews.update(review.id, { state: 'DISMISSED' });
  });
}

/** One question to git for all pull requests of a base. */
async function closeArrived(world: World, repository: Repository, baseRef: string): Promise<void> {
  const git = world.gits.of(repository);
  const base = await git.refs.get(branchRef(baseRef));
  if (base === undefined) return;
  const { stdout } = await runGit(git.directory, [
    'for-each-ref',
    '--format=%(refname)',
    `--merged=${base.sha}`,
    'refs/pull/',
  ]);
  const arrived = new Set(stdout.toString('latin1').split('\n'));
  const now = world.clock.now();
  for (const { pull, issue } of openPulls(world, repository)) {
    if (pull.baseRef !== baseRef || !arrived.has(pullRef(pull.number))) continue;
    world.state.transaction(() => {
      world.state.pulls.update(pull.id, { mergedAt: now, mergeCommitSha: base.sha });
      world.state.issues.update(issue.id, { state: 'closed', closedAt: now, updatedAt: now });
    });
  }
}
