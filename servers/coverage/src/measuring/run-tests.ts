import path from 'node:path';
import type { Policy } from '../policy/index.ts';
import { Refused, refuse, refuseWith } from '../refused.ts';
import { findRunner } from '../running/index.ts';
import type {
  FieldNames,
  FoundRunner,
  PlanWarning,
  Rejection,
  RunPlan,
  RunRequest,
  RunResult,
} from '../running/index.ts';
import { judgeTimeout } from '../running/index.ts';
import { fence } from '../untrusted/fence.ts';
import { showLines, showText } from '../untrusted/show-text.ts';
import type { Toolbox } from '../toolbox.ts';
import type { Watch } from './progress.ts';

/** The arguments of a run, as a tool takes them. */
export interface RunArguments extends Omit<RunRequest, 'timeoutMs' | 'only'> {
  readonly language?: string | undefined;
  readonly timeout?: string | undefined;
}

export interface RunContext {
  readonly tool: string;
  readonly names?: FieldNames;
  readonly only?: readonly string[];
  readonly watch: Watch;
}

/** Finds the runner of the project by the caller's language, the policy, or the files, in this order. */
export const chooseRunner = async (
  { root }: Toolbox,
  policy: Policy,
  language: string | undefined,
): Promise<FoundRunner> => {
  const found = await findRunner(
    root,
    language === undefined ? { language: policy.language, runner: policy.runner } : { language },
  );
  if ('code' in found) throw refuseWith(found);
  return found;
};

/** Judges the arguments and plans the run. A refusal lists every problem; the first gives the code. */
export const planTests = async (
  toolbox: Toolbox,
  runner: FoundRunner,
  args: RunArguments,
  { names = {}, only }: Pick<RunContext, 'names' | 'only'> = {},
): Promise<RunPlan> => {
  const { language: _, timeout, ...request } = args;
  const limit = await readTimeout(toolbox, timeout, names.timeout ?? 'timeout');
  const timeoutMs = 'code' in limit ? 1000 : limit.timeoutMs;
  const plan = await toolbox.plan(runner, { ...request, timeoutMs, ...(only && { only }) }, toolbox.root, {
    names,
    environment: toolbox.environment,
  });
  const rejections = [...('code' in limit ? [limit] : []), ...('runner' in plan ? [] : plan)];
  const [first, ...rest] = rejections;
  if (first) throw rejected(first, rest);
  if (!('runner' in plan) || 'code' in limit) throw new Error('A plan was refused without a reason');
  return { ...plan, warnings: [...plan.warnings, ...limit.warnings] };
};

interface TimeLimit {
  readonly timeoutMs: number;
  readonly warnings: readonly PlanWarning[];
}

/** How long the tests may take. More than the server allows is cut to what it allows. */
const readTimeout = async (
  { defaultTimeoutMs, longestTimeoutMs }: Toolbox,
  value: string | undefined,
  field: string,
): Promise<TimeLimit | Rejection> => {
  if (value === undefined) return { timeoutMs: defaultTimeoutMs, warnings: [] };
  const judged = await judgeTimeout(value, { field });
  if (typeof judged !== 'number') return judged;
  if (judged <= longestTimeoutMs) return { timeoutMs: judged, warnings: [] };
  const details = { field, value, cap: `${longestTimeoutMs / 1000}s`, timeout_ms: longestTimeoutMs };
  return { timeoutMs: longestTimeoutMs, warnings: [{ code: 'OP_TIMEOUT_CAPPED', details }] };
};

const rejected = (
  { code, details, remediation, reason, field, value = '' }: Rejection,
  rest: readonly Rejection[],
): Refused => {
  const isFlag = code === 'INPUT_REJECTED_DANGEROUS_FLAG';
  const message = isFlag ? { message: `rejected MCP input ${field}="${value}": ${reason}` } : {};
  const { failure } = refuseWith({ code, details }, { hint: remediation, ...message });
  const others = rest.map((other) => `${other.field}: ${other.reason}`).join('; ');
  // The contract words the sentence; the exact reason is appended.
  const own = failure.message.includes(reason.replace(/^it /, '')) ? '' : ` (${field}: ${reason})`;
  const also = others === '' ? '' : `. Also refused: ${others}`;
  return new Refused({ ...failure, message: `${failure.message}${own}${also}` });
};

export interface TestRun {
  readonly plan: RunPlan;
  readonly result: RunResult;
  /** The profile, relative to the root. */
  readonly profile: string;
}

/** Runs the tests. A run that did not pass is a failure: its profile is not used. */
export const runTests = async (toolbox: Toolbox, plan: RunPlan, context: RunContext): Promise<TestRun> => {
  const result = await toolbox.run(plan, {
    ...(context.watch.signal && { signal: context.watch.signal }),
    onProgress: ({ line }) => context.watch.tell(showText(line, 200)),
  });
  if (result.end !== 'passed') throw runFailure(toolbox, plan, result, context);
  return { plan, result, profile: path.relative(plan.cwd, plan.profile.path).split(path.sep).join('/') };
};

const mostNames = 50;
const names = (texts: readonly string[]): string[] => texts.slice(0, mostNames).map((text) => showText(text, 300));

const runFailure = (toolbox: Toolbox, plan: RunPlan, result: RunResult, context: RunContext): Refused => {
  const { tool } = context;
  const { end, exitCode, outputTail, failed, total, failedTests, failedFiles } = result;
  const runner = plan.runner;
  const output = {
    runner,
    ...(exitCode !== null && { exit_code: exitCode }),
    ...(outputTail !== '' && {
      output_tail: showLines(outputTail),
      untrusted: fence('/output_tail', '/failed_tests/*'),
    }),
  };
  switch (end) {
    case 'build_failed':
      return refuse('OP_BUILD_FAILED', { ...output, ...(failedFiles.length > 0 && { files: names(failedFiles) }) });
    case 'timeout': {
      const details = { ...output, tool, timeout_ms: plan.timeoutMs, longest_timeout_ms: toolbox.longestTimeoutMs };
      const refused = refuse('OP_TIMEOUT', details);
      // The registry names the field of check.
      const hint = refused.failure.hint.replace("with 'run'", `with '${context.names?.run ?? 'run'}'`);
      return new Refused({ ...refused.failure, hint });
    }
    case 'cancelled':
      return refuse('OP_CANCELLED', { tool });
    case 'missing':
      return refuse('OP_RUNNER_MISSING', { runner });
    case 'no_tests':
      return refuse('OP_NOTHING_MEASURED', {}, { message: `${runner} found no tests to run` });
    default:
      return refuse('OP_TESTS_FAILED', {
        ...output,
        ...(failed !== undefined && { failed }),
        ...(total !== undefined && { total }),
        ...(failedTests.length > 0 && { failed_tests: names(failedTests) }),
      });
  }
};
