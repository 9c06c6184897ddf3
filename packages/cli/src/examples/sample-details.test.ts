import type { CodeDefinition } from '@recourse/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { listCode } from '../registries/list-code.ts';
import { sampleDetails } from './sample-details.ts';

const sampled = async (details: z.ZodObject, texts: Partial<Pick<CodeDefinition, 'message'>> = {}) => {
  const definition: CodeDefinition = {
    namespace: 'samples',
    code: 'SAMPLE',
    kind: 'error',
    category: 'internal',
    http: 500,
    retryable: false,
    recovery: 'report',
    since: '1.0.0',
    summary: 'Sample',
    message: 'Sample',
    hint: 'Sample',
    details: () => details,
    deprecated: null,
    reserved: false,
    ...texts,
  };
  return sampleDetails(await listCode({ namespace: 'samples', definitions: { SAMPLE: definition } }, 'SAMPLE'));
};

describe('sampleDetails', () => {
  it('matches its schema, of any kind', async () => {
    const schema = z.object({
      exact: z.literal('v1'),
      choice: z.enum(['small', 'large']),
      either: z.union([z.number(), z.string()]),
      maybe: z.string().nullable(),
      nothing: z.null(),
      flag: z.boolean(),
      many: z.int().min(5).max(9),
      limit: z.int().max(10),
      when: z.iso.datetime(),
      list: z.array(z.object({ run_id: z.string(), ignored: z.string().optional() })),
      record: z.record(z.string(), z.number()),
      anything: z.json(),
      docs_url: z.url(),
      commit: z.string(),
      digest: z.string(),
    });
    const details = await sampled(schema);
    expect(schema.safeParse(details)).toMatchObject({ success: true });
    expect(details).toMatchObject({ exact: 'v1', choice: 'small', many: 5, list: [{ run_id: expect.any(String) }] });
  });

  it('omits optional fields unless the first sentences mention them', async () => {
    const schema = z.object({ ticket: z.string(), closed_by: z.string().optional(), notes: z.string().optional() });
    expect(Object.keys(await sampled(schema))).toEqual(['ticket']);
    const mentioned = await sampled(schema, { message: ['Closed by {closed_by}', 'Closed'] });
    expect(mentioned).toEqual({ ticket: 'ticket', closed_by: 'closed by' });
  });

  it('takes the status of the code for the status of its upstream', async () => {
    expect(await sampled(z.object({ http_status: z.int().min(100).max(599) }))).toEqual({ http_status: 500 });
  });

  it('does not take a value for a name when it has another type there', async () => {
    expect(await sampled(z.object({ limit: z.string(), operation: z.int() }))).toEqual({
      limit: 'limit',
      operation: 1,
    });
  });
});
