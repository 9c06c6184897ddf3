import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { ready, started } from '../shared-runs.ts';
import type { Section } from '../statement.ts';
import { readSchema } from './read-schema.ts';

export const startRun: Section = {
  heading: 'launch_start_run',
  statements: [
    {
      says: 'Start a new run from a run_config',
      holds: async (desk) => {
        expect(await started(desk)).toMatchObject({
          ok: true,
          run_id: expect.stringMatching(/^r_/),
          state: 'CREATED',
        });
        // The run continues without the caller.
        const run_id = await ready(desk);
        expect(await desk.call('launch_get_status', { run_id })).toMatchObject({ status: { state: 'READY_FOR_PR' } });
      },
    },
    {
      says: 'run_config is validated against run_config.schema.json',
      holds: async ({ call, linked, world: { run_config } }) => {
        const schema = await readSchema(linked, 'run_config.json');
        const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
        const { site_repo_url: _, ...incomplete } = run_config;
        expect(validate(run_config)).toBe(true);
        expect(validate(incomplete)).toBe(false);
        expect(await call('launch_start_run', { run_config: incomplete })).toMatchObject({
          error: { code: 'SCHEMA_VALIDATION_FAILED', details: { problems: [{ path: '/site_repo_url' }] } },
        });
      },
    },
    {
      says: '"idempotency_key": "optional-stable-string"',
      holds: async ({ call, hold }) => {
        const [one, other] = [await hold(), await hold()];
        expect(one.run_id).not.toBe(other.run_id);
        for (const { run_id } of [one, other]) await call('launch_cancel', { run_id });
      },
    },
    {
      says: 'If idempotency_key is provided and a run already exists with the same key and identical run_config hash, the tool MUST return the existing run_id',
      holds: async (desk) => {
        const { call, world } = desk;
        const run_id = await ready(desk);
        const key = { idempotency_key: 'ready' };
        // The order of fields is not part of a configuration, and neither are defaults.
        const run_config = Object.fromEntries(Object.entries({ ...world.run_config, locale: 'en' }).toReversed());
        expect(await call('launch_start_run', { run_config, ...key })).toMatchObject({ ok: true, run_id });
        expect(
          await call('launch_start_run', { run_config: { ...world.run_config, locale: 'de' }, ...key }),
        ).toMatchObject({
          ok: false,
          error: { code: 'IDEMPOTENCY_CONFLICT', retryable: false, details: { existing_run_id: run_id } },
        });
      },
    },
  ],
};
