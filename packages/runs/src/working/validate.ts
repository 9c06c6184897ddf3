import { optionalKey } from '@recourse/contract/optional-key';
import { z } from 'zod';
import { compareIssues, isBlocking, issueId, severities } from '../model/issue.ts';
import type { Issue } from '../model/issue.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { onlyScope } from '../model/work-item.ts';
import { problemsOf, writeJson } from '../pipeline/artifact-kinds.ts';
import type { Gate, Report } from '../pipeline/definitions.ts';
import { validatingState } from '../pipeline/derive-transitions.ts';
import { draft } from '../record/payloads.ts';
import { stateChange } from './change-state.ts';
import { inParallel } from './in-parallel.ts';
import { concludeMade, invalidOutput } from './made-artifacts.ts';
import { isMemoised, runTask } from './run-item.ts';
import type { Concluded, Task } from './run-item.ts';
import type { Session } from './session.ts';

const mostIssues = 10_000;

const foundIssues = z
  .array(
    z.strictObject({
      code: z.string().min(1).max(200),
      severity: z.enum(severities),
      message: z.string().max(2000),
      path: z.string().max(1000).optional(),
      line: z.int().min(0).optional(),
      rule: z.string().max(200).optional(),
      context: z.string().max(2000).optional(),
    }),
  )
  .max(mostIssues);

const gateFindings = z.union([
  foundIssues.transform((issues) => ({ issues, tool: undefined, skipped: undefined })),
  z.strictObject({
    issues: foundIssues,
    tool: z
      .strictObject({
        name: z.string().min(1).max(100),
        version: z.string().max(200),
        confinement: optionalKey(z.string().max(100)),
      })
      .optional(),
    skipped: z.string().min(1).max(500).optional(),
  }),
]);

/**
 * Runs the gates whose inputs have changed, or all. Only a report opens and resolves issues. Returns whether nothing
 * blocks the run.
 */
export const validate = async (session: Session, { always = false } = {}): Promise<boolean> => {
  const { snapshot, pipeline, journal } = session;
  const due = pipeline.gates.map((gate) => taskOf(session, gate, always)).filter((task) => !isMemoised(session, task));
  if (snapshot.state !== validatingState && (due.length > 0 || !isReported(session))) {
    await journal.append([stateChange(snapshot, validatingState)]);
  }
  await inParallel(due, pipeline.concurrency, (task) => runTask(session, task));
  if (pipeline.report) await runTask(session, reportTask(session, pipeline.report));
  return openIssues(snapshot).every((issue) => !isBlocking(issue));
};

/** Whether the run has passed its gates before and waits for its publication. */
const isReported = ({ snapshot, pipeline }: Session): boolean =>
  pipeline.order.indexOf(snapshot.state) > pipeline.order.indexOf(validatingState);

export const openIssues = ({ issues }: Snapshot): readonly Issue[] =>
  Object.values(issues).filter(({ status }) => status === 'OPEN');

/** The results of the gates are the version of the report: it is written again exactly if they have changed. */
const reportTask = (session: Session, report: Report): Task => {
  const { run_id, gates } = session.snapshot;
  const issues = [...openIssues(session.snapshot)].sort(compareIssues);
  const version = writeJson([
    Object.entries(gates).map(([gate, result]) => [gate, { ...result, elapsed_ms: 0 }]),
    issues,
  ]);
  return {
    kind: 'report',
    worker: { name: 'report', version: version ?? '' },
    scope: onlyScope,
    invoke: ({ config }) => report.write({ run_id, config, gates, issues }),
    conclude: (value, item) =>
      concludeMade(session, { [report.makes]: value }, { makes: [report.makes], item, scopeOf: () => onlyScope }),
  };
};

const taskOf = (session: Session, gate: Gate, always: boolean): Task => ({
  kind: 'gate',
  worker: gate,
  scope: onlyScope,
  always,
  invoke: (context) => gate.run(context),
  conclude: (found, { inputs_hash }, elapsed_ms) =>
    concludeGate(session, gate.name, found, { inputs_hash, elapsed_ms }),
});

const concludeGate = (
  { snapshot }: Session,
  gate: string,
  found: unknown,
  facts: { readonly inputs_hash: string; readonly elapsed_ms: number },
): Concluded => {
  const parsed = gateFindings.safeParse(found);
  if (!parsed.success) throw invalidOutput(snapshot.run_id, gate, problemsOf(parsed.error));
  // Two problems with one id are one issue.
  const byId = new Map(
    parsed.data.issues.map((issue) => [
      issueId(gate, issue as never),
      { ...issue, id: issueId(gate, issue as never), gate },
    ]),
  );
  const issues = [...byId.values()];
  const resolved = openIssues(snapshot).filter((issue) => issue.gate === gate && !byId.has(issue.id));
  const { tool, skipped: reason } = parsed.data;
  const status = issues.some((issue) => isBlocking(issue as Issue)) ? 'failed' : reason ? 'skipped' : 'passed';
  const more = { ...(tool && { tool }), ...(reason !== undefined && { reason }) };
  return {
    drafts: [
      ...issues
        .filter(({ id }) => snapshot.issues[id]?.status !== 'OPEN')
        .map((issue) => draft('ISSUE_OPENED', issue as Issue)),
      ...resolved.map(({ id }) => draft('ISSUE_RESOLVED', { id })),
      draft('GATE_RUN_FINISHED', { gate, status, issues: [...byId.keys()], ...facts, ...more }),
    ],
    artifacts: [],
    outputs: [],
  };
};
