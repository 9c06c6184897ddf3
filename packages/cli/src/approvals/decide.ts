import { userInfo } from 'node:os';
import type { DecisionResult, DenialBy, PendingApproval } from '@recourse/stores';
import { exitCodes, UsageError } from '../command.ts';
import type { ExitCode, Io } from '../command.ts';
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

/** Approves or denies one call, and says what has become of it. Exit code 1 where nothing was decided. */
export const decide = (wanted: 'approve' | 'deny', decision: Decision, io: Io): Promise<ExitCode> => {
  const by = decisionBy(decision, io);
  return withState(io, decision, async ({ stores: { approvals } }) => {
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

const longest = 500;

/** Who decides and why, as the agent will read it. */
const decisionBy = ({ by, reason }: Decision, io: Io): DenialBy => {
  for (const text of [by, reason]) {
    if (text === undefined) continue;
    if (text === '' || text.length > longest || /[\p{Cc}\p{Cs}]/u.test(text)) {
      throw new UsageError(`--by and --reason take 1 to ${longest} characters, none of them invisible.`);
    }
  }
  const name = by ?? loginName(io);
  return { ...(name !== undefined && { decided_by: name }), ...(reason !== undefined && { reason }) };
};

const loginName = ({ environment }: Io): string | undefined => {
  const named = environment['USER'] ?? environment['USERNAME'];
  if (named !== undefined && named !== '') return named;
  try {
    return userInfo().username;
  } catch {
    // A process may run as somebody that its machine has no name for.
    return undefined;
  }
};

const sentence = (result: DecisionResult, given: string, call: PendingApproval | undefined): string => {
  const what = call ? callLine(call) : `'${given}'`;
  switch (result) {
    case 'approved':
      return `Approved: ${what}\nIt may be made once, within ${renderDuration(call?.timeLeftMs ?? 0)}.`;
    case 'denied':
      return `Denied: ${what}`;
    case 'decided':
      return `Somebody has decided about '${given}' before, and that stands.`;
    case 'used':
      return `The call '${given}' was approved and has been made.`;
    case 'expired':
      return `The call '${given}' has waited too long. The caller has to ask again.`;
    case 'unknown':
      return `No call waits under '${given}'. 'recourse approvals list' shows those that do.`;
  }
};
