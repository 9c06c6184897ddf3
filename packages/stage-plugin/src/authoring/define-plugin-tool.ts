import type { CodeSet, CoreSet, ErrorCode, Fail, Failure } from '@recourse/contract';
import type { z } from 'zod';
import type { PluginCapability } from '../wire/capabilities.ts';
import type { ToolRow } from '../wire/manifest.ts';
import type { PluginSession } from './session.ts';
import type { PluginStage } from './stage.ts';

/** The argument of a handler: one call of the plugin's tool. */
export interface PluginCall<Arguments, Set extends CodeSet, Code extends string, Session> {
  readonly arguments: Arguments;
  /** The session that the call names, or the only one. Undefined for a tool without sessions. */
  readonly session: Session;
  readonly stage: PluginStage;
  /** Takes only the codes that the tool declares. */
  readonly fail: Fail<Set, Code>;
  /** Aborted when the caller cancels or the time is up. */
  readonly signal: AbortSignal;
}

/** A tool of a plugin as its author writes it. */
export interface PluginToolDefinition<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
  Set extends CodeSet = CodeSet,
  Code extends string = string,
  HasSession extends boolean = boolean,
> {
  /** Without the name of the plugin: `audit` is offered as `a11y_audit`. */
  readonly name: string;
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  readonly operation: ToolRow['operation'];
  readonly danger: ToolRow['danger'];
  readonly idempotent?: boolean;
  /** Whether it works on a session; defaults to true. */
  readonly session?: HasSession;
  /** The capabilities that it uses. The codes of the stage that they can end in are declared by the stage. */
  readonly uses?: readonly PluginCapability[];
  readonly codes: Set;
  /** The plugin's own codes that it can answer with. */
  readonly errors: readonly Code[];
  readonly timeoutMs?: number;
  run(
    call: PluginCall<z.output<Input>, CoreSet | Set, Code, HasSession extends false ? undefined : PluginSession>,
  ): PluginAnswer<z.input<Output>> | Promise<PluginAnswer<z.input<Output>>>;
}

type PluginAnswer<Value> = Value | Failure<string, never> | Failure;

/** A tool whose types no longer matter. */
export type PluginTool = Omit<PluginToolDefinition, 'run'> & {
  run(call: PluginCall<never, CodeSet, string, never>): unknown;
};

/** Declares a tool of a plugin. */
export const definePluginTool = <
  const Input extends z.ZodObject,
  const Output extends z.ZodObject,
  const Set extends CodeSet,
  const Code extends ErrorCode<Set> = never,
  const HasSession extends boolean = true,
>(
  definition: PluginToolDefinition<Input, Output, Set, Code, HasSession>,
): PluginTool => definition;
