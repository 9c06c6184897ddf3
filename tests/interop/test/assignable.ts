/**
 * Compiled, never run: a Recourse result is a tool result in the types of each SDK, so that a server on the plain SDK
 * needs no cast.
 */
import { fail } from '@recourse/contract';
import { outputSchemaFor, toCallToolResult } from '@recourse/contract/mcp';
import type { CallToolResult as ResultOf24, Tool as ToolOf24 } from '@modelcontextprotocol/server';
import type { CallToolResult as ResultOf120 } from 'sdk-1.20/types.js';
import type { CallToolResult as ResultOf124 } from 'sdk-1.24/types.js';
import type { CallToolResult as ResultOf132 } from 'sdk-1.32/types.js';
import { z } from 'zod';

const result = toCallToolResult(fail('CONFLICT_IDEMPOTENCY_KEY'));
const outputSchema = outputSchemaFor(z.object({ branch: z.string() }));

export const results: [ResultOf120, ResultOf124, ResultOf132, ResultOf24] = [result, result, result, result];
export const schemas: [ToolOf24['outputSchema']] = [outputSchema];
