import { writeFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { sha256Of } from '../../../src/sources/digest.ts';
import { createSignal } from '../../../src/testing/create-signal.ts';
import { cancelled, failing, fixed, ready } from '../shared-runs.ts';
import type { Section } from '../statement.ts';

const unavailable = { status: 503, body: { code: 'BUSY', message: 'Try again' } };
const forbidden = { status: 403, body: { code: 'AUTH_INSUFFICIENT_SCOPE', message: 'No write access' } };

export const errorCodes: Section = {
  heading: 'Error codes (minimum set)',
  statements: [
    {
      says: 'INVALID_INPUT — request missing/invalid fields',
      holds: async ({ call }) => {
        const code = 'INVALID_INPUT';
        for (const args of [{}, { run_id: 7 }, { run_id: 'x' }, { run_id: '../../etc' }]) {
          expect(await call('launch_get_status', args)).toMatchObject({ ok: false, error: { code, retryable: false } });
        }
        expect(await call('launch_start_run', {})).toMatchObject({ error: { code } });
        expect(await call('launch_cancel', { run_id: 'r_12345678', more: 1 })).toMatchObject({
          run_id: 'r_12345678',
          error: { code },
        });
      },
    },
    {
      says: 'SCHEMA_VALIDATION_FAILED — provided config or artifact fails schema validation',
      holds: async ({ call, world }) => {
        const { product_slug: _, ...rest } = world.run_config;
        const run_config = { ...rest, produkt_slug: 'x', github_ref: 'main' };
        expect(await call('launch_start_run', { run_config })).toMatchObject({
          ok: false,
          error: {
            code: 'SCHEMA_VALIDATION_FAILED',
            retryable: false,
            details: {
              problems: [
                { path: '/product_slug' },
                { path: '/github_ref' },
                { path: '/produkt_slug', message: "unknown field 'produkt_slug'; did you mean 'product_slug'?" },
              ],
            },
          },
        });
      },
    },
    {
      says: 'RUN_NOT_FOUND — unknown run_id',
      holds: async ({ call }) => {
        expect(await call('launch_cancel', { run_id: 'r_nowhere' })).toMatchObject({
          ok: false,
          run_id: 'r_nowhere',
          error: { code: 'RUN_NOT_FOUND', retryable: false, details: { run_id: 'r_nowhere' } },
        });
      },
    },
    {
      says: 'ILLEGAL_STATE — tool called in a state where it cannot run',
      holds: async (desk) => {
        const { call } = desk;
        const run_id = await ready(desk);
        expect(await call('launch_fix_next', { run_id })).toMatchObject({
          ok: false,
          run_id,
          error: {
            code: 'ILLEGAL_STATE',
            retryable: false,
            details: { current_state: 'READY_FOR_PR', required_states: ['VALIDATING'] },
          },
        });
      },
    },
    {
      says: 'TOOLCHAIN_MISSING — required validator toolchain not available',
      holds: async ({ call, failed, world }) => {
        const answer = await failed({ validation_profile: 'ci' });
        const { run_id } = answer;
        expect(answer).toMatchObject({
          ok: false,
          run_id: expect.stringMatching(/^r_/),
          error: { code: 'TOOLCHAIN_MISSING', retryable: false, details: { tool: 'hugo' } },
        });
        expect(await call('launch_resume', { run_id })).toMatchObject({ error: { code: 'ILLEGAL_STATE' } });
        world.installHugo();
        expect(await call('launch_resume', { run_id })).toMatchObject({ ok: true, run_id });
        await call('launch_cancel', { run_id });
      },
    },
    {
      says: 'GATE_FAILED — validation completed but ok=false (returned via validation_report on success path)',
      holds: async (desk) => {
        const { run_id, report } = await failing(desk);
        expect(report.ok).toBe(false);
        expect(await desk.call('launch_get_status', { run_id })).toMatchObject({ ok: true });
        const failed = report.gates.filter(({ ok: passed }: { ok: boolean }) => !passed);
        expect(failed).toEqual([expect.objectContaining({ name: 'template_tokens', code: 'GATE_FAILED' })]);
      },
    },
    {
      says: 'FIX_EXHAUSTED — max_fix_attempts reached',
      holds: async (desk) => {
        const { call } = desk;
        const { run_id } = await fixed(desk);
        for (const _ of [1, 2]) {
          expect(await call('launch_fix_next', { run_id })).toMatchObject({
            ok: false,
            run_id,
            error: { code: 'FIX_EXHAUSTED', retryable: false, details: { attempts: 1, max_fix_attempts: 1 } },
          });
        }
      },
    },
    {
      says: 'ALLOWED_PATHS_VIOLATION — attempted writes outside allowed_paths',
      holds: async ({ failed }) => {
        expect(await failed({ allowed_paths: ['content/docs/elsewhere'] })).toMatchObject({
          ok: false,
          run_id: expect.stringMatching(/^r_/),
          error: {
            code: 'ALLOWED_PATHS_VIOLATION',
            retryable: false,
            details: { path: expect.stringMatching(/^content\/docs\//), allowed_paths: ['content/docs/elsewhere'] },
          },
        });
      },
    },
    {
      says: 'COMMIT_SERVICE_ERROR — commit service rejected or failed',
      holds: async (desk) => {
        const { call, world } = desk;
        const run_id = await ready(desk);
        world.service.refuse(run_id, forbidden);
        expect(await call('launch_open_pr', { run_id })).toMatchObject({
          ok: false,
          run_id,
          error: {
            code: 'COMMIT_SERVICE_ERROR',
            retryable: false,
            details: { http_status: 403, upstream_code: 'AUTH_INSUFFICIENT_SCOPE' },
          },
        });
        world.service.refuse(run_id, unavailable, unavailable, unavailable);
        expect(await call('launch_open_pr', { run_id })).toMatchObject({
          ok: false,
          run_id,
          error: { code: 'COMMIT_SERVICE_ERROR', retryable: true, details: { http_status: 503 } },
        });
      },
    },
    {
      says: 'CANCELLED — run cancelled',
      holds: async (desk) => {
        const { call } = desk;
        const { run_id: ended } = await cancelled(desk);
        for (const tool of ['launch_validate', 'launch_fix_next', 'launch_resume', 'launch_open_pr']) {
          expect(await call(tool, { run_id: ended }), tool).toMatchObject({
            ok: false,
            run_id: ended,
            error: { code: 'CANCELLED', retryable: false },
          });
        }
        const { run_id } = await desk.hold();
        const waiting = createSignal();
        const answer = call('launch_resume', { run_id }, { onProgress: waiting.give });
        await waiting.given;
        expect(await call('launch_cancel', { run_id })).toMatchObject({ ok: true });
        expect(await answer).toMatchObject({ ok: false, run_id, error: { code: 'CANCELLED' } });
      },
    },
    {
      says: 'INTERNAL — unexpected server error (must include details.cause_class)',
      holds: async ({ call, start, rest, world }) => {
        const { url: github_repo_url } = world.held.hold('ada/tally');
        // A file where the server keeps its copy of the repository.
        const folder = path.join(world.cwd, '.recourse', 'launch', 'repositories');
        const place = path.join(folder, sha256Of(github_repo_url).slice(0, 32));
        await mkdir(folder, { recursive: true });
        writeFileSync(place, '');
        const run_id = await start({ github_repo_url });
        expect(await rest(run_id)).toMatchObject({ state: 'FAILED' });
        expect(await call('launch_resume', { run_id })).toMatchObject({
          ok: false,
          run_id,
          error: { code: 'INTERNAL', details: { cause_class: 'Error', step: 'clone_inputs' } },
        });
        await rm(place);
      },
    },
  ],
};
