import { categories, recoveries } from '../../codes/code.ts';
import { effects } from '../../failures/failure.ts';
import type { JsonSchema, ListedSchema } from '../dialect.ts';
import { openObject } from '../open-object.ts';
import { codesField, nextActionSchema, similarSchema, subjectSchema, successExtensionSchema } from '../schema-parts.ts';

export const success = (value: JsonSchema): JsonSchema => openObject(value, { recourse: successExtensionSchema }, []);

export const failure = (): JsonSchema => ({
  type: 'object',
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    instance: { type: 'string' },
    code: { type: 'string' },
    category: { enum: categories },
    hint: { type: 'string' },
    retryable: { type: 'boolean' },
    recovery: { enum: recoveries },
    effect: { enum: effects },
    details: { type: 'object' },
    subject: subjectSchema,
    next_actions: { type: 'array', items: nextActionSchema },
    similar: { type: 'array', items: similarSchema },
    retry_after_ms: { type: 'number' },
    cause_class: { type: 'string' },
  },
  required: ['type', 'title', 'detail', 'code', 'hint', 'retryable', 'recovery', 'effect'],
});

export const listed: ListedSchema = {
  success: (value) => openObject(value, {}, []),
  failure: (codes) => ({ type: 'object', properties: { code: codesField(codes) }, required: ['type', 'code'] }),
};
