import type { CoreSet, ErrorCode } from '@recourse/contract';
import { defineTool } from '@recourse/engine';
import type { Answer, Tool, ToolCall } from '@recourse/engine';
import type { z } from 'zod';
import { answering } from '../asking/answering.ts';
import { readErrors } from '../asking/errors.ts';
import { githubCodes } from '../codes.ts';
import type { ServerToolbox, Toolbox } from '../toolbox.ts';
import { repositoryIn } from './repository-in.ts';

export type GitHubSet = CoreSet | typeof githubCodes;

/** A tool that reads from GitHub, as its author writes it. */
interface ReadToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject, Code extends string> {
  readonly name: string;
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  /** The codes that it fails with besides those of every read. */
  readonly errors?: readonly Code[];
  run(
    call: ToolCall<z.output<Input>, GitHubSet, Code | (typeof readErrors)[number]>,
    toolbox: Toolbox,
  ): Promise<Answer<z.input<Output>>>;
}

/**
 * Defines a tool that only reads: only what the operator lets it read, within the time of the call, and with every
 * refusal of GitHub as a code.
 */
export const defineReadTool = <
  const Input extends z.ZodObject,
  const Output extends z.ZodObject,
  const Code extends ErrorCode<GitHubSet> = never,
>(
  shared: ServerToolbox,
  { errors = [], run, ...definition }: ReadToolDefinition<Input, Output, Code>,
): Tool =>
  defineTool<z.ZodObject, z.ZodObject, typeof githubCodes, ErrorCode<GitHubSet>>({
    ...definition,
    operation: 'query',
    danger: 'safe',
    codes: githubCodes,
    errors: [...readErrors, ...errors],
    permit: (args) => {
      const repo = repositoryIn(args);
      return repo === undefined ? undefined : shared.permits.read(repo);
    },
    // The engine has checked the arguments against the very schema that gives them their type.
    run: (call) => answering(shared, call, (toolbox) => run(call as never, toolbox)),
  });
