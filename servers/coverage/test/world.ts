import { isFailure, isJsonObject } from '@recourse/contract';
import type { Failure, JsonObject, Warning } from '@recourse/contract';
import type { Server } from '@recourse/engine';
import { createCoverageServer } from '../src/server.ts';
import type { CoverageServerOptions } from '../src/server.ts';
import type { Project } from './project.ts';

/** A server of a project within the process; what tests say about the environment is all that there is. */
export const serverOf = ({ root }: Pick<Project, 'root'>, options: Partial<CoverageServerOptions> = {}): Server =>
  createCoverageServer({ root, environment: { PATH: process.env['PATH'] ?? '' }, ...options });

const callTool = (server: Server, tool: string, args: JsonObject) =>
  server.call({ tool, arguments: args, caller: { transport: 'in-process', local: true } });

export interface Answered {
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of many shapes
  readonly value: any;
  readonly warnings: readonly Warning[];
}

/** A call that must succeed, and what it answers. */
export const answerOf = async (server: Server, tool: string, args: JsonObject = {}): Promise<Answered> => {
  const outcome = await callTool(server, tool, args);
  if (isFailure(outcome)) throw new Error(`${tool} failed with ${outcome.code}: ${outcome.message}`);
  if (!isJsonObject(outcome.value)) throw new Error(`${tool} answered with no object`);
  return { value: outcome.value, warnings: outcome.warnings };
};

/** A call that must fail, and how. */
export const failureOf = async (server: Server, tool: string, args: JsonObject = {}): Promise<Failure> => {
  const outcome = await callTool(server, tool, args);
  if (!isFailure(outcome)) throw new Error(`${tool} succeeded: ${JSON.stringify(outcome)}`);
  return outcome;
};
