import { Refusal, unacceptable } from '../answers/refusal.ts';
import { atLeast, type Level } from '../identity/level.ts';
import type { Issue } from '../state/issues.ts';
import type { Pull } from '../state/pulls.ts';
import type { Repository } from '../state/repositories.ts';
import type { User } from '../state/users.ts';
import type { World } from '../world.ts';

interface Drafted {
  readonly repository: Repository;
  readonly pull: Pull;
  readonly issue: Issue;
  readonly level: Level;
}

/** Makes an open pull request a draft, or ready for review. Writers and its author may. */
export function setDraft(
  { state, clock }: World,
  { repository, pull, issue, level }: Drafted,
  { user, isDraft }: { readonly user: User; readonly isDraft: boolean },
): Omit<Drafted, 'level'> {
  if (!atLeast(level, 'write') && issue.userId !== user.id)
    throw new Refusal(403, `${user.login} does not have permission to update this pull request.`);
  if (issue.state === 'closed') throw unacceptable('Pull request is closed');
  if (pull.draft === isDraft)
    throw unacceptable(isDraft ? 'Pull request is already in draft state' : 'Pull request is not in draft state');
  return state.transaction(() => ({
    repository,
    pull: state.pulls.update(pull.id, { draft: isDraft }),
    issue: state.issues.update(issue.id, { updatedAt: clock.now() }),
  }));
}
