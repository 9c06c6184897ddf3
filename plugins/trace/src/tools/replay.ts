import { definePluginTool } from '@recourse/stage-plugin';
import { z } from 'zod';
import { readTrace, tracePath } from '../artifact/trace-files.ts';
import { codes } from '../codes.ts';
import { currentRecording } from '../recording/current.ts';
import { prepareCall } from '../replaying/prepare-call.ts';
import { answering, fail, TraceError } from '../trace-error.ts';

const tools = z.array(z.string().max(100)).max(50);
const outcome = z.object({ ok: z.boolean(), code: z.string().optional() });

const call = z.object({
  seq: z.int(),
  tool: z.string(),
  result: z.enum(['matched', 'diverged', 'skipped', 'planned']),
  reason: z.string().optional(),
  recorded: outcome.optional(),
  actual: outcome.extend({ error: z.string().optional() }).optional(),
});

export const replay = definePluginTool({
  name: 'replay',
  description:
    'Repeats the calls of a recording in new sessions and compares their outcomes (success or error code) with the recorded ones. Elements are found by role and name. Masked values must be given in `values`, keyed by step number. `dryRun` only lists the calls. At most 1,000 calls.',
  input: z.strictObject({
    path: tracePath,
    dryRun: z.boolean().default(false),
    stopOnError: z.boolean().default(true),
    include: tools.optional(),
    exclude: tools.default([]),
    maxCalls: z.int().min(1).max(1000).default(1000),
    values: z.record(z.string().max(10), z.string().max(10_000)).default({}),
  }),
  output: z.object({
    replayed: z.int(),
    matched: z.int(),
    diverged: z.int(),
    skipped: z.int(),
    dry_run: z.boolean(),
    calls: z.array(call),
  }),
  operation: 'command',
  danger: 'reversible',
  session: false,
  uses: ['files', 'calls'],
  codes,
  errors: ['trace.ARTIFACT_NOT_FOUND', 'trace.ARTIFACT_INVALID', 'trace.BUDGET_EXCEEDED'],
  timeoutMs: 300_000,
  run: ({ arguments: args, stage, signal }) =>
    answering(async () => {
      const current = currentRecording();
      const { budget_tokens } = current?.header ?? {};
      if (current && budget_tokens !== undefined && current.tokens > budget_tokens)
        throw new TraceError(fail('trace.BUDGET_EXCEEDED', { spent: current.tokens, budget_tokens }));
      const { dryRun, stopOnError, include, exclude, maxCalls, values } = args;
      const { steps } = await readTrace(stage.files, args.path);
      const wanted = steps.filter(({ tool }) => (include?.includes(tool) ?? true) && !exclude.includes(tool));
      const sessions = new Map<string, string>();
      const calls: z.input<typeof call>[] = [];
      for (const step of wanted.slice(0, maxCalls)) {
        if (signal.aborted) break;
        const { seq, tool, ok, code } = step;
        const prepared = prepareCall(step, { sessions, values });
        if ('reason' in prepared || dryRun) {
          calls.push({
            seq,
            tool,
            ...('reason' in prepared ? { result: 'skipped', reason: prepared.reason } : { result: 'planned' }),
          });
          continue;
        }
        const answer = await stage.calls.make(tool, prepared.arguments);
        rememberSession(sessions, step.answer, answer);
        const actual = outcomeOf(answer);
        const hasMatched = actual.ok === ok && actual.code === code;
        const recorded = { ok, ...(code !== undefined && { code }) };
        calls.push(hasMatched ? { seq, tool, result: 'matched' } : { seq, tool, result: 'diverged', recorded, actual });
        if (!hasMatched && stopOnError) break;
      }
      const count = (result: z.input<typeof call>['result']): number =>
        calls.filter((one) => one.result === result).length;
      const [matched, diverged, skipped] = [count('matched'), count('diverged'), count('skipped')];
      return { replayed: matched + diverged, matched, diverged, skipped, dry_run: dryRun, calls };
    }),
});

const outcomeOf = ({
  ok,
  code,
  error,
}: Readonly<Record<string, unknown>>): z.input<typeof outcome> & { error?: string } => ({
  ok: ok === true,
  ...(typeof code === 'string' && { code }),
  ...(typeof error === 'string' && { error: error.slice(0, 300) }),
});

/** Notes which session of the replay stands for one of the recording. */
const rememberSession = (
  sessions: Map<string, string>,
  recorded: string,
  answer: Readonly<Record<string, unknown>>,
): void => {
  const before = /"session_id":"(?<id>[\w-]+)"/u.exec(recorded)?.groups?.['id'];
  const now = answer['session_id'];
  if (before !== undefined && typeof now === 'string') sessions.set(before, now);
};
