import path from 'node:path';
import type { Policy } from '../policy/index.ts';
import { Refused, refuse, refuseWith } from '../refused.ts';
import { findRunner } from '../running/index.ts';
import type {
  FieldNames,
  FoundRunner,
  Rejection,
  RunPlan,
  RunProgress,
  RunRequest,
  RunResult,
} from '../running/index.ts';
import { judgeTimeout } from '../running/index.ts';
import { fence } from '../strangers/fence.ts';
import { showLines, showText } from '../strangers/show-text.ts';
import type { Toolbox } from '../toolbox.ts';

/** What a tool lets a caller say about a run. */
export interface RunArguments extends Omit<RunRequest, 'timeoutMs' | 'only'> {
  readonly language?: string | undefined;
  readonly timeout?: string | undefined;
}

export interface RunContext {
  readonly tool: string;
  readonly names?: FieldNames;
  readonly only?: readonly string[];
  readonly signal: AbortSignal;
  readonly onProgress: (progress: RunProgress) => void;
}

/** The runner of the project: the caller's word on the language, then the policy's, then what the files say. */
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

/** Judges what the caller said. All of it is said that is refused; the first gives the code. */
export const planTests = async (
  toolbox: Toolbox,
  runner: FoundRunner,
  args: RunArguments,
  { names = {}, only }: Pick<RunContext, 'names' | 'only'> = {},
): Promise<RunPlan> => {
  const { language: _, timeout, ...request } = args;
  const timeoutMs = await readTimeout(toolbox, timeout, names.timeout ?? 'timeout');
  const plan = await toolbox.plan(
    runner,
    { ...request, timeoutMs: typeof timeoutMs === 'number' ? timeoutMs : 1000, ...(only && { only }) },
    toolbox.root,
    { names, environment: toolbox.environment },
  );
  const rejections = [...(typeof timeoutMs === 'number' ? [] : [timeoutMs]), ...('runner' in plan ? [] : plan)];
  const [first, ...rest] = rejections;
  if (first) throw rejected(first, rest);
  if (!('runner' in plan)) throw new Error('A plan was refused without a reason');
  return plan;
};

const readTimeout = async (
  { defaultTimeoutMs, longestTimeoutMs }: Toolbox,
  timeout: string | undefined,
  field: string,
): Promise<number | Rejection> => {
  if (timeout === undefined) return defaultTimeoutMs;
  const judged = await judgeTimeout(timeout, { field });
  if (typeof judged !== 'number' || judged <= longestTimeoutMs) return judged;
  const longest = `${Math.floor(longestTimeoutMs / 1000)}s`;
  return {
    code: 'INPUT_REJECTED_INVALID_TIMEOUT',
    field,
    value: timeout,
    reason: `it is longer than this server allows: ${longest}`,
    remediation: `Send ${field} as ${longest} or less, or select fewer tests.`,
    details: { field, value: timeout },
  };
};

const rejected = ({ code, details, remediation, reason, field }: Rejection, rest: readonly Rejection[]): Refused => {
  const { failure } = refuseWith({ code, details }, { hint: remediation });
  const others = rest.map((other) => `${other.field}: ${other.reason}`).join('; ');
  // The code's own sentence is the contract's; what it cannot say goes behind it.
  const own =
    failure.message.includes(reason.replace(/^it /, '')) || code === 'INPUT_REJECTED_DANGEROUS_FLAG'
      ? ''
      : ` (${field}: ${reason})`;
  const also = others === '' ? '' : `. Also refused: ${others}`;
  return new Refused({ ...failure, message: `${failure.message}${own}${also}` });
};

export interface TestRun {
  readonly plan: RunPlan;
  readonly result: RunResult;
  /** Of the profile, from the root down. */
  readonly profile: string;
}

/** Runs the tests. Only a run that passed has a profile that is worth anything. */
export const runTests = async (toolbox: Toolbox, plan: RunPlan, context: RunContext): Promise<TestRun> => {
  const result = await toolbox.run(plan, {
    signal: context.signal,
    onProgress: ({ elapsedMs, line }) => context.onProgress({ elapsedMs, line: showText(line, 200) }),
  });
  if (result.end !== 'passed') throw runFailure(toolbox, plan, result, context.tool);
  return { plan, result, profile: path.relative(plan.cwd, plan.profile.path).split(path.sep).join('/') };
};

const mostNames = 50;
const names = (texts: readonly string[]): string[] => texts.slice(0, mostNames).map((text) => showText(text, 300));

const runFailure = (toolbox: Toolbox, plan: RunPlan, result: RunResult, tool: string): Refused => {
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
      return refuse('OP_TIMEOUT', details);
    }
    case 'cancelled':
      return refuse('OP_CANCELLED', { tool });
    case 'missing':
      return refuse('OP_RUNNER_MISSING', { runner });
    case 'no_tests':
      return refuse('OP_NOTHING_MEASURED', {}, { message: `${runner} found no test to run` });
    default:
      return refuse('OP_TESTS_FAILED', {
        ...output,
        ...(failed !== undefined && { failed }),
        ...(total !== undefined && { total }),
        ...(failedTests.length > 0 && { failed_tests: names(failedTests) }),
      });
  }
};
