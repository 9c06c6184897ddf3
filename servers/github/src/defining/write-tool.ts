import type { ErrorCode, Failure } from '@recourse/contract';
import { defineTool } from '@recourse/engine';
import type { Answer, Facts, Look, LookedFor, Tool, ToolCall } from '@recourse/engine';
import type { z } from 'zod';
import { answering } from '../asking/answering.ts';
import { writeErrors } from '../asking/errors.ts';
import { githubCodes } from '../codes.ts';
import type { ServerToolbox, Toolbox } from '../toolbox.ts';
import type { GitHubSet } from './read-tool.ts';
import { repositoryIn } from './repository-in.ts';

type Call<Input extends z.ZodObject, Code extends string> = ToolCall<
  z.output<Input>,
  GitHubSet,
  Code | (typeof writeErrors)[number]
>;

/** A tool that writes to GitHub, as its author writes it. */
interface WriteToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject, Code extends string> {
  readonly name: string;
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  /** Defaults to `reversible`. */
  readonly danger?: 'reversible' | 'destructive';
  readonly idempotent?: boolean;
  readonly timeoutMs?: number;
  /** The codes that it fails with besides those of every write. */
  readonly errors?: readonly Code[];
  readonly confirmation?: {
    readonly message: string;
    readonly reasons?: readonly string[];
    shown(
      args: z.output<Input>,
      call: Pick<Call<Input, Code>, 'fail' | 'signal'>,
      toolbox: Toolbox,
    ): Promise<Facts | Failure>;
  };
  verify?(args: z.output<Input>, of: LookedFor): Look | undefined;
  run(call: Call<Input, Code>, toolbox: Toolbox): Promise<Answer<z.input<Output>>>;
}

/**
 * Defines a tool that writes: only if the operator allows it and only so often, within the time of the call, and
 * with every refusal of GitHub as a code.
 */
export const defineWriteTool = <
  const Input extends z.ZodObject,
  const Output extends z.ZodObject,
  const Code extends ErrorCode<GitHubSet> = never,
>(
  shared: ServerToolbox,
  definition: WriteToolDefinition<Input, Output, Code>,
): Tool => {
  const { errors = [], confirmation, danger = 'reversible', run, verify, ...rest } = definition;
  return defineTool<z.ZodObject, z.ZodObject, typeof githubCodes, ErrorCode<GitHubSet>>({
    ...rest,
    operation: 'command',
    danger,
    codes: githubCodes,
    errors: [...errors, ...writeErrors],
    quotas: shared.writeLimit(definition.name),
    settlesWithinMs: shared.settlesWithinMs,
    permit: (args) => shared.permits.write(repositoryIn(args) ?? ''),
    // The engine has checked the arguments against the very schema that gives them their type.
    ...(confirmation && {
      confirmation: {
        ...confirmation,
        shown: (args, call) =>
          answering(shared, { ...shownCall(call), arguments: args }, (toolbox) =>
            confirmation.shown(args as never, call as never, toolbox),
          ),
      },
    }),
    ...(verify && { verify: (args, of) => verify(args as never, of) }),
    run: (call) => answering(shared, call, (toolbox) => run(call as never, toolbox)),
  });
};

/** The means of a call are made when they are looked at, so that a copy of it has none. */
const shownCall = ({ correlation_id, signal, timeLeft }: Pick<ToolCall<unknown, GitHubSet, string>, Means>) => ({
  correlation_id,
  signal,
  timeLeft,
});
type Means = 'correlation_id' | 'signal' | 'timeLeft';
