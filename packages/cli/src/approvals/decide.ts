import { userInfo } from 'node:os';
import { findHiddenCharacter } from '@recourse/contract/hidden-characters';
import type { Configuration } from '@recourse/engine/configuration';
import type { DecisionResult, DenialBy, PendingApproval } from '@recourse/stores';
import { exitCodes } from '../command.ts';
import type { ExitCode, Io } from '../command.ts';
import { OperatorError, UsageError } from '../errors/operator-error.ts';
import { withState } from '../state/open-state.ts';
import type { StateChoice } from '../state/state-options.ts';
import { renderDuration } from '../terminal/durations.ts';
import { callLine } from './shown-call.ts';
import { referenceOf } from './find-approval.ts';

export interface Decision extends StateChoice {
  readonly given: string;
  readonly by?: string | undefined;
  readonly reason?: string | undefined;
  readonly json: boolean;
}

/** Approves or denies one call, and reports the result. Exit status 1 if nothing was decided. */
export const decide = (wanted: 'approve' | 'deny', decision: Decision, io: Io): Promise<ExitCode> => {
  const by = decisionBy(decision);
  return withState(io, decision, async ({ stores: { approvals }, configuration }) => {
    if (wanted === 'approve') refuseLocal(configuration);
    const reference = await referenceOf(approvals, decision.given);
    const call = await approvals.find(reference);
    const result = await approvals[wanted](reference, by);
    const ok = result === 'approved' || result === 'denied';
    const shown = { ok, reference: decision.given, result, ...(ok && by), ...(call && { call }) };
    if (decision.json) io.out(JSON.stringify(shown, null, 2));
    else if (ok) io.out(sentence(result, decision.given, call));
    if (!ok) io.err(`recourse: ${sentence(result, decision.given, call)}`);
    return ok ? exitCodes.clean : exitCodes.findings;
  });
};

/** Any process of this user can run this command, an agent included, so that it proves no person's consent. */
const refuseLocal = ({ policy, approvals }: Configuration): void => {
  if (policy.consent !== 'person' || approvals.local) return;
  throw new OperatorError(
    'APPROVAL_LOCAL_REFUSED',
    "The call was not approved: policy.consent is 'person', and approvals from the command line are not accepted.",
  );
};

const longest = 500;

const decisionBy = ({ by, reason }: Decision): DenialBy => {
  for (const text of [by, reason]) {
    if (text === undefined) continue;
    if (text === '' || text.length > longest || findHiddenCharacter(text)) {
      throw new UsageError(`--by and --reason must have 1 to ${longest} visible characters.`);
    }
  }
  return {
    decided_by: `os:${loginName()}`,
    via: 'os',
    ...(by !== undefined && { note: by }),
    ...(reason !== undefined && { reason }),
  };
};

/** The user that the operating system knows. Environment variables could name any. */
const loginName = (): string => {
  try {
    return userInfo().username;
  } catch {
    // The user of the process may have no name on this machine.
    return String(process.getuid?.() ?? 'unknown');
  }
};

const sentence = (result: DecisionResult, given: string, call: PendingApproval | undefined): string => {
  const what = call ? callLine(call) : `'${given}'`;
  switch (result) {
    case 'approved':
      return `Approved: ${what}\nThe call can be made once, within ${renderDuration(call?.timeLeftMs ?? 0)}.`;
    case 'denied':
      return `Denied: ${what}`;
    case 'decided':
      return `The call '${given}' was already decided.`;
    case 'own':
      return `The call '${given}' is your own. Another approver must decide on it.`;
    case 'used':
      return `The call '${given}' was approved and has already been made.`;
    case 'expired':
      return `The call '${given}' has expired. The caller must ask again.`;
    case 'unknown':
      return `There is no waiting call '${given}'. 'recourse approvals list' lists the waiting calls.`;
  }
};
