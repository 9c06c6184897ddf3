import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { artifactUri } from '../../../src/resources/artifact-resources.ts';
import { failing, fixed, ready, started } from '../shared-runs.ts';
import type { Section } from '../statement.ts';
import { scoped } from './all-tools.ts';
import { published } from './ending.ts';

/** The codes of the seed that a call can fail with. GATE_FAILED is only in reports. */
const errorCodes = [
  'INVALID_INPUT',
  'SCHEMA_VALIDATION_FAILED',
  'RUN_NOT_FOUND',
  'ILLEGAL_STATE',
  'TOOLCHAIN_MISSING',
  'FIX_EXHAUSTED',
  'ALLOWED_PATHS_VIOLATION',
  'COMMIT_SERVICE_ERROR',
  'CANCELLED',
  'INTERNAL',
];

export const acceptance: Section = {
  heading: 'Acceptance',
  statements: [
    {
      says: 'A client can implement MCP calls without reverse engineering: every response fits the listed schema',
      holds: async ({ linked, answers }) => {
        const { tools } = await linked.client.listTools();
        const ajv = new Ajv2020({ strict: false, validateFormats: false });
        const fits = new Map(
          tools.map((tool) => [tool.name, ajv.compile((tool.outputSchema ?? {}) as object)] as const),
        );
        expect(answers.length).toBeGreaterThan(scoped.length);
        for (const { tool, answer } of answers) {
          expect([tool, fits.get(tool)?.(answer), answer]).toEqual([tool, true, answer]);
        }
      },
    },
    {
      says: 'Error codes are consistent, retryable is meaningful, and illegal state is enforced',
      holds: ({ answers }) => {
        const failures = answers.filter(({ answer }) => !answer.ok).map(({ answer }) => answer.error);
        expect([...new Set(failures.map(({ code }) => code))]).toEqual(expect.arrayContaining(errorCodes));
        const repeatable = failures.filter(({ retryable }) => retryable).map(({ code }) => code);
        // The commit service was busy, a repository could not be read, and a step that threw may be tried again.
        expect(repeatable).toEqual(expect.arrayContaining(['COMMIT_SERVICE_ERROR', 'INTERNAL']));
        const others = repeatable.filter(
          (code) => !['COMMIT_SERVICE_ERROR', 'CLONE_FAILED', 'INTERNAL'].includes(code),
        );
        expect(others).toEqual([]);
        return Promise.resolve();
      },
    },
    {
      says: 'All tools can be traced end-to-end in telemetry using run_id + trace/span ids',
      holds: async (desk) => {
        const { run_id } = await started(desk);
        await published(desk);
        const { trace_id } = await desk.call('launch_get_status', { run_id });
        const events = await desk.events();
        const start = events.find(({ tool, type }) => tool === 'launch_start_run' && type === 'TOOL_CALL_FINISHED');
        expect(start.trace_id).toBe(trace_id);
        const own = events.filter(({ subject }) => subject === `run:${run_id}`);
        expect(own.filter(({ tool }) => tool === 'launch').every((event) => event.trace_id === trace_id)).toBe(true);
        const tools = new Set(own.map(({ tool }) => tool));
        for (const tool of scoped.filter((name) => name !== 'launch_cancel')) expect(tools).toContain(tool);
        await expect
          .poll(() => desk.world.telemetry.some((event) => event.run_id === run_id && event.type === 'RUN_COMPLETED'), {
            timeout: 60_000,
          })
          .toBe(true);
        const told = desk.world.telemetry.filter((event) => event.run_id === run_id);
        expect(new Set(told.map((event) => event.trace_id))).toEqual(new Set([trace_id]));
        expect(told.every(({ span_id }) => /^[0-9a-f]{16}$/.test(span_id))).toBe(true);
      },
    },
  ],
};

/** Not of the seed: artifacts are resources, too, and a client can watch one. */
export const resources: Section = {
  heading: 'resource://run/{run_id}/{name}',
  statements: [
    {
      says: 'a client that watches an artifact is told of its changes, and of no other',
      holds: async (desk) => {
        const { run_id } = await failing(desk);
        await fixed(desk);
        await expect
          .poll(() => desk.updated, { timeout: 60_000 })
          .toContain(artifactUri(run_id, 'validation_report.json'));
        // The fix has changed the patches too, which the client does not watch, and not the plan.
        for (const name of ['page_plan.json', 'patch_bundle.json']) {
          expect(desk.updated).not.toContain(artifactUri(run_id, name));
        }
      },
    },
    {
      says: 'a client that watches an artifact that does not exist yet is told when it does',
      holds: async (desk) => {
        const run_id = await ready(desk);
        await published(desk);
        await expect.poll(() => desk.updated, { timeout: 60_000 }).toContain(artifactUri(run_id, 'pr.json'));
      },
    },
  ],
};
