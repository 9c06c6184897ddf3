import type { Failure } from '@recourse/contract';
import { fail, runSubject } from '../failing.ts';
import { compareIssues, isBlocking } from '../model/issue.ts';
import type { Issue } from '../model/issue.ts';
import { onlyScope } from '../model/work-item.ts';
import type { Fixer } from '../pipeline/definitions.ts';
import { fixingState } from '../pipeline/derive-transitions.ts';
import { artifactKey } from '../record/apply-event.ts';
import { stateChange } from './change-state.ts';
import { concludeMade } from './made-artifacts.ts';
import { runTask } from './run-item.ts';
import type { Session } from './session.ts';
import { openIssues } from './validate.ts';

/** Tries to fix the first issue that a fixer handles. Returns why not, if nothing can be tried. */
export const fixNext = async (session: Session): Promise<Failure | undefined> => {
  const { snapshot, pipeline, config } = session;
  const subject = runSubject(snapshot.run_id);
  const blocking = openIssues(snapshot).filter(isBlocking).sort(compareIssues);
  const next = firstFixable(session, blocking);
  if (!next) {
    const ids = blocking.map(({ id }) => id);
    return fail('NOTHING_TO_FIX', { open_issues: ids.length, skipped_issues: ids.slice(0, 50) }, { subject });
  }
  const max_fix_attempts = pipeline.mostFixesOf(config);
  if (snapshot.fix_attempts >= max_fix_attempts) {
    const remaining_issues = blocking.map(({ id }) => id).slice(0, 50);
    return fail('FIX_EXHAUSTED', { attempts: snapshot.fix_attempts, max_fix_attempts, remaining_issues }, { subject });
  }
  await runFixer(session, next.fixer, next.issue);
  return undefined;
};

const firstFixable = ({ pipeline, snapshot }: Session, issues: readonly Issue[]) => {
  for (const issue of issues) {
    if (snapshot.unfixable.includes(issue.id)) continue;
    const fixer = pipeline.fixers.find(({ fixes }) => fixes(issue));
    if (fixer) return { fixer, issue };
  }
  return undefined;
};

const runFixer = (session: Session, fixer: Fixer, issue: Issue): Promise<void> => {
  const { snapshot } = session;
  // A fixer changes what is there: an artifact of a scope only if the issue names it.
  const scopeOf = (name: string): string =>
    issue.path !== undefined && Object.hasOwn(snapshot.artifacts, artifactKey(name, issue.path))
      ? issue.path
      : onlyScope;
  const before = snapshot.state === fixingState ? [] : [stateChange(snapshot, fixingState)];
  return runTask(
    session,
    {
      kind: 'fixer',
      worker: fixer,
      scope: issue.id,
      invoke: (context) => fixer.run({ ...context, issue }),
      conclude: (made, item) => concludeMade(session, made, { makes: fixer.makes, item, scopeOf }),
    },
    before,
  );
};
