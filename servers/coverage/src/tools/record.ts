import { defineTool } from '@recourse/engine';
import type { Progress, Tool } from '@recourse/engine';
import { gitRef } from '@recourse/engine/guarded-fields';
import { z } from 'zod';
import { refuseEmpty } from '../answering/refuse-empty.ts';
import { showPercent } from '../badge/render-badge.ts';
import { coverageCodes } from '../codes.ts';
import { recordErrors } from '../errors.ts';
import { domains } from '../fields/answer-fields.ts';
import { configPath, historyPath, profile } from '../fields/paths.ts';
import { refuseHidden } from '../fields/refuse-hidden.ts';
import { runFields, testFilter } from '../fields/run-fields.ts';
import { pathOf } from '../measuring/existing.ts';
import { judge, warnAbout, warnAboutPlan } from '../measuring/judge.ts';
import type { Sources } from '../measuring/judge.ts';
import { loadHistory } from '../measuring/load-history.ts';
import { provenanceShape } from '../measuring/provenance.ts';
import { loadProfiles } from '../measuring/load-profiles.ts';
import { prepareRun } from '../measuring/prepare-run.ts';
import { watchCall } from '../measuring/progress.ts';
import { runAndLoad } from '../measuring/run-and-load.ts';
import { runArguments } from '../measuring/run-request.ts';
import { changesPolicy } from '../modes.ts';
import { appendHistory, judgeHistory, toHistoryEntry } from '../policy/index.ts';
import { answering, refuseWith } from '../refused.ts';
import { fence, fenceShape } from '../untrusted/fence.ts';
import { showText } from '../untrusted/show-text.ts';
import type { Toolbox } from '../toolbox.ts';

const input = z.strictObject({
  configPath,
  profile,
  historyPath,
  commit: z
    .string()
    .regex(/^[0-9a-fA-F]{7,64}$/)
    .optional()
    .describe('Defaults to the checked-out commit.'),
  branch: gitRef().optional().describe('Defaults to the checked-out branch.'),
  run: z.boolean().optional().describe('Runs the tests first; otherwise, records an existing profile.'),
  domains,
  ...runFields,
  testRun: testFilter,
});
type RecordArguments = z.output<typeof input>;

export const createRecord = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'record',
    title: 'Record coverage',
    description: 'Adds the current coverage to the history that ratchet compares with. Available only in ci mode.',
    input,
    output: z.object({
      untrusted: fenceShape,
      summary: z.string(),
      historyPath: z.string(),
      entries: z.int(),
      percent: z.number(),
      provenance: provenanceShape,
    }),
    operation: 'command',
    danger: 'reversible',
    codes: coverageCodes,
    errors: recordErrors,
    timeoutMs: toolbox.longestTimeoutMs + 60_000,
    run: (call) =>
      answering(call, async () => {
        refuseHidden(call.arguments, 'domains');
        changesPolicy(toolbox, 'record');
        const { commit, branch, run, domains: wanted } = call.arguments;
        const place = pathOf(call, 'historyPath')?.relative ?? toolbox.historyPath;
        // Checked before tests run for minutes.
        const file = await judgeHistory({ root: toolbox.root, path: place });
        if ('code' in file) {
          throw refuseWith(file, { hint: 'Set historyPath to another path, such as build/coverage-history.json.' });
        }
        await loadHistory(toolbox, place, true);
        const sources = await sourcesFor(toolbox, call, run === true);
        const judgement = await judge(toolbox, sources, { ...(wanted && { domains: wanted }) });
        const { verdict, provenance } = judgement;
        refuseEmpty(judgement);
        const unknown = verdict.problems.find(({ code }) => code === 'OP_DOMAIN_UNKNOWN');
        if (unknown) throw refuseWith(unknown);
        const entry = toHistoryEntry(verdict, {
          timestamp: new Date(toolbox.now()).toISOString(),
          ...named('commit', commit ?? provenance.commit),
          ...named('branch', branch ?? provenance.branch),
        });
        const history = await appendHistory({ root: toolbox.root, path: place }, entry);
        if ('code' in history) throw refuseWith(history);
        warnAboutPlan(call.warn, sources.plan);
        warnAbout(call.warn, judgement);
        return {
          untrusted: fence('/provenance/branch'),
          summary: `Recorded ${showPercent(verdict.overall.percent)}% as entry ${history.entries.length}`,
          historyPath: showText(place),
          entries: history.entries.length,
          percent: verdict.overall.percent,
          provenance,
        };
      }),
  });

interface RecordCall {
  readonly arguments: RecordArguments;
  readonly handle: <Handle>(pointer: string) => Handle;
  readonly signal: AbortSignal;
  readonly progress: (progress: Progress) => void;
}

const names = { run: 'testRun' } as const;

/** Judges the arguments of a run even if no run is wanted. */
const sourcesFor = async (toolbox: Toolbox, call: RecordCall, wanted: boolean): Promise<Sources> => {
  const watch = watchCall(call, toolbox.now);
  const run = runArguments(call.arguments, call.arguments.testRun);
  const config = pathOf(call, 'configPath')?.relative;
  const { policy, runner } = await prepareRun(toolbox, { arguments: run, names, wanted, config });
  return runner
    ? runAndLoad(toolbox, { tool: 'record', policy, runner, arguments: run, names, watch })
    : { policy, ...(await loadProfiles(toolbox, policy, { given: pathOf(call, 'profile'), watch })) };
};

const named = <Name extends string>(name: Name, value: string | null): { readonly [Key in Name]?: string } =>
  (value === null ? {} : { [name]: value }) as { readonly [Key in Name]?: string };
