import { categories, recoveries } from '../codes/code.ts';
import { effects } from '../failures/failure.ts';
import type { JsonSchema } from './dialect.ts';

/** Parts that the schemas of several dialects share. All are open to additional fields. */

export const metaSchema: JsonSchema = {
  type: 'object',
  properties: {
    estimated_tokens: { type: 'integer', minimum: 1 },
    elapsed_ms: { type: 'number', minimum: 0 },
    session_id: { type: 'string' },
    replayed: { const: true },
  },
  required: ['estimated_tokens', 'elapsed_ms'],
};

export const subjectSchema: JsonSchema = {
  type: 'object',
  properties: { type: { type: 'string' }, id: { type: 'string' } },
  required: ['type', 'id'],
};

export const nextActionSchema: JsonSchema = {
  type: 'object',
  properties: {
    tool: { type: 'string' },
    arguments: { type: 'object' },
    why: { type: 'string' },
    applied_when: {
      type: 'object',
      properties: { pointer: { type: 'string' }, equals: true },
      required: ['pointer', 'equals'],
    },
    resembles: { const: true },
  },
  required: ['tool', 'arguments', 'why'],
};

export const similarSchema: JsonSchema = {
  type: 'object',
  properties: { ref: { type: ['string', 'number'] }, role: { type: 'string' }, name: { type: 'string' } },
  required: ['ref'],
};

export const warningSchema: JsonSchema = {
  type: 'object',
  properties: {
    namespace: { type: 'string' },
    code: { type: 'string' },
    message: { type: 'string' },
    details: { type: 'object' },
  },
  required: ['code', 'message'],
};

/** The extension of a failure in the dialects that have one. */
export const extensionSchema: JsonSchema = {
  type: 'object',
  properties: {
    namespace: { type: 'string' },
    code: { type: 'string' },
    category: { enum: categories },
    message: { type: 'string' },
    hint: { type: 'string' },
    http: { type: ['integer', 'null'] },
    retryable: { type: 'boolean' },
    recovery: { enum: recoveries },
    effect: { enum: effects },
    subject: subjectSchema,
    next_actions: { type: 'array', items: nextActionSchema },
    similar: { type: 'array', items: similarSchema },
    retry_after_ms: { type: 'number' },
    cause_class: { type: 'string' },
    correlation_id: { type: 'string' },
  },
};

/** The extension of a success: warnings where the dialect has no place for them, and whether the value was wrapped. */
export const successExtensionSchema: JsonSchema = {
  type: 'object',
  properties: { warnings: { type: 'array', items: warningSchema }, wrapped: { type: 'boolean' } },
};

/** The field of a code in a listed failure. A list that names the codes elsewhere has no examples. */
export const codesField = (codes: readonly string[]): JsonSchema => (codes.length > 0 ? { examples: codes } : {});
