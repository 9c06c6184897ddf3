import { expect } from 'vitest';
import { cancelled, fixed, ready, validated } from '../shared-runs.ts';
import type { Section } from '../statement.ts';
import { callsOf, scoped, toolNames } from './all-tools.ts';

export const conventions: Section = {
  heading: 'Conventions',
  statements: [
    {
      says: 'canonical request/response payloads: the tools of the document, each with both schemas',
      holds: async ({ linked }) => {
        const { tools } = await linked.client.listTools();
        const names: readonly string[] = toolNames;
        const listed = tools.filter(({ name }) => names.includes(name));
        expect(listed.map(({ name }) => name)).toEqual(toolNames);
        for (const { outputSchema, inputSchema } of listed) {
          expect(outputSchema).toMatchObject({ type: 'object' });
          expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
        }
      },
    },
    {
      says: 'Every response MUST include ok: true|false',
      holds: async (desk) => {
        const run_id = await ready(desk);
        for (const [tool, args, isOk] of callsOf(run_id, desk.world.run_config)) {
          expect((await desk.call(tool, args)).ok, tool).toBe(isOk);
          expect((await desk.call(tool, { unknown: 1 })).ok, tool).toBe(false);
        }
      },
    },
    {
      says: 'On success, responses MUST include run_id when the tool is run-scoped',
      holds: async (desk) => {
        const run_id = await ready(desk);
        expect(await validated(desk)).toMatchObject({ ok: true, run_id });
        expect(await desk.call('launch_get_status', { run_id })).toMatchObject({ ok: true, run_id });
        for (const answer of [await fixed(desk), await cancelled(desk)]) {
          expect(answer).toMatchObject({ ok: true, run_id: expect.stringMatching(/^r_/) });
        }
      },
    },
    {
      says: 'On failure, responses MUST include error with the standard error shape',
      holds: async ({ linked }) => {
        for (const tool of scoped) {
          const { isError, structuredContent, content } = await linked.callTool(tool, {
            run_id: 'r_nowhere',
            ...(tool === 'launch_get_artifact' && { artifact_name: 'page_plan.json' }),
          });
          expect(isError, tool).toBe(true);
          expect(structuredContent, tool).toMatchObject({ ok: false, run_id: 'r_nowhere', error: expect.any(Object) });
          const [text] = content;
          expect(text?.type === 'text' && JSON.parse(text.text)).toEqual(structuredContent);
        }
      },
    },
    {
      says: 'Every tool call MUST emit telemetry, a refused one too',
      holds: async (desk) => {
        const run_id = await ready(desk);
        const traceOf = (tool: string): string =>
          tool
            .replaceAll(/[^a-f]/g, '0')
            .padEnd(32, '1')
            .slice(0, 32);
        const traced = callsOf(run_id, desk.world.run_config);
        for (const [tool, args] of traced) {
          const meta = { traceparent: `00-${traceOf(tool)}-${'2'.repeat(16)}-01` };
          await desk.call(tool, args, { meta });
          await desk.call(tool, { ...args, unknown: 1 }, { meta });
        }
        const events = await desk.events();
        for (const [tool, , isOk] of traced) {
          const told = events.filter((event) => event.tool === tool && event.trace_id === traceOf(tool));
          expect(
            told.filter(({ type }) => type !== 'TOOL_CALL_STARTED').map(({ type }) => type),
            tool,
          ).toEqual([isOk ? 'TOOL_CALL_FINISHED' : 'TOOL_CALL_FAILED', 'TOOL_CALL_FAILED']);
          expect(told.every(({ span_id }) => /^[0-9a-f]{16}$/.test(span_id))).toBe(true);
        }
      },
    },
    {
      says: 'WORK_ITEM_STARTED/FINISHED/FAILED for any worker execution triggered by the tool',
      holds: async (desk) => {
        const run_id = await ready(desk);
        await validated(desk);
        const failed = await desk.start({ github_ref: 'f'.repeat(40) });
        expect(await desk.rest(failed)).toMatchObject({ state: 'FAILED' });
        const typesOf = (id: string): readonly string[] =>
          desk.world.telemetry.filter((event) => event.run_id === id).map(({ type }) => type);
        await expect
          .poll(() => typesOf(failed), { timeout: 60_000 })
          .toEqual(expect.arrayContaining(['WORK_ITEM_STARTED', 'WORK_ITEM_FAILED', 'RUN_FAILED']));
        const worked = (await desk.events()).filter(({ subject }) => subject === `run:${run_id}`);
        for (const type of ['WORK_ITEM_STARTED', 'WORK_ITEM_FINISHED', 'GATE_RUN_FINISHED']) {
          expect(worked.map((event) => event.type)).toContain(type);
        }
      },
    },
  ],
};

/** The shape of a failure, in every field. */
export const standardErrorShape: Section = {
  heading: 'Standard error shape',
  statements: [
    {
      says: '{ ok: false, run_id, error: { code, message, retryable, details } }',
      holds: async (desk) => {
        const run_id = await ready(desk);
        const answer = await desk.call('launch_fix_next', { run_id });
        expect(Object.keys(answer)).toEqual(['ok', 'run_id', 'error']);
        expect(answer).toEqual({
          ok: false,
          run_id,
          error: {
            code: 'ILLEGAL_STATE',
            message: expect.stringMatching(/READY_FOR_PR.*VALIDATING/) as string,
            retryable: false,
            details: expect.any(Object) as object,
          },
        });
      },
    },
    {
      says: '"run_id": "optional"',
      holds: async ({ call }) => {
        const answer = await call('launch_list_runs', { filter: { state: 'LOST' } });
        expect(Object.keys(answer)).toEqual(['ok', 'error']);
        expect(await call('launch_get_status', { run_id: '' })).not.toHaveProperty('run_id');
      },
    },
  ],
};
