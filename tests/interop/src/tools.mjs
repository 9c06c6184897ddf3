import { dialectNames, loadDialect } from '@recourse/contract/dialects';
import { outputSchemaFor, toCallToolResult } from '@recourse/contract/mcp';
import { z } from 'zod';
import { facts, outcomes } from './outcomes.mjs';

/** Which outcome to answer with. */
export const inputSchema = z.strictObject({ outcome: z.enum(Object.keys(outcomes)) });

export const successSchema = z.object({ branch: z.string(), commits: z.int(), merged: z.boolean() });

/**
 * One tool of the servers under test: what it advertises, and the dialect that it answers in.
 *
 * @typedef {{ readonly name: string, readonly dialect: import('@recourse/contract').Dialect, readonly outputSchema?: import('@recourse/contract').JsonSchema }} Tool
 */

const dialects = await Promise.all(dialectNames.map((name) => loadDialect(name)));
const recourse = await loadDialect('recourse');

/** A tool's output schema cannot depend on an argument, so there are two tools for each dialect. */
const tools = dialects.flatMap((dialect) => [
  { name: `with_schema_${dialect.name}`, dialect, outputSchema: outputSchemaFor(successSchema, dialect) },
  { name: `without_schema_${dialect.name}`, dialect },
]);

const bareSuccess = { type: 'object', properties: { branch: { type: 'string' } } };

/** Tools that advertise their output as people do who think of success only. */
const controls = [
  { name: 'control_success_only', dialect: recourse, outputSchema: recourse.schema.success(bareSuccess) },
  {
    name: 'control_one_of',
    dialect: recourse,
    outputSchema: { type: 'object', oneOf: [bareSuccess, recourse.schema.failure()] },
  },
  {
    name: 'control_any_of',
    dialect: recourse,
    outputSchema: { type: 'object', anyOf: [bareSuccess, recourse.schema.failure()] },
  },
];

/** @type {readonly Tool[]} */
export const allTools = [...tools, ...controls];

const outcomesByName = new Map(Object.entries(outcomes));

/**
 * The answer of a tool, made with nothing but the contract.
 *
 * @param {Tool} tool
 * @param {string} name
 */
export const answer = (tool, name) => {
  const outcome = outcomesByName.get(name);
  if (!outcome) throw new Error(`No outcome is called ${name}`);
  return toCallToolResult(outcome, tool.dialect, facts);
};
