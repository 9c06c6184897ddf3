import { expect } from 'vitest';
import type { Section } from '../statement.ts';
import { calls, scoped, toolNames } from './all-tools.ts';

const hex = (digits: number) => expect.stringMatching(new RegExp(`^[0-9a-f]{${digits}}$`)) as string;

export const conventions: Section = {
  heading: 'Conventions',
  statements: [
    {
      says: 'canonical request/response payloads: the tools of the document, and an output schema for each',
      holds: async ({ linked }) => {
        const { tools } = await linked.client.listTools();
        const listed = tools.filter(({ name }) => name.startsWith('launch_'));
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
        const run_id = await desk.run('ready');
        for (const [tool, args] of calls({ run_id, ...desk.world })) {
          expect((await desk.call(tool, args)).ok, tool).toBe(tool !== 'launch_resume' && tool !== 'launch_fix_next');
          expect((await desk.call(tool, { unknown: 1 })).ok, tool).toBe(false);
        }
      },
    },
    {
      says: 'On success, responses MUST include run_id when the tool is run-scoped',
      holds: async ({ call, run, hold }) => {
        const run_id = await run('ready');
        for (const tool of ['launch_get_status', 'launch_validate']) {
          expect(await call(tool, { run_id }), tool).toMatchObject({ ok: true, run_id });
        }
        const held = await hold();
        held.release();
        expect(await call('launch_resume', { run_id: held.run_id })).toMatchObject({ ok: true, run_id: held.run_id });
        expect(await call('launch_cancel', { run_id: held.run_id })).toMatchObject({ ok: true, run_id: held.run_id });
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
          expect(structuredContent, tool).toMatchObject({
            ok: false,
            run_id: 'r_nowhere',
            error: { code: 'RUN_NOT_FOUND', message: expect.any(String), retryable: false, details: expect.any(Object) },
          });
          const [text] = content;
          expect(text?.type === 'text' && JSON.parse(text.text)).toEqual(structuredContent);
        }
      },
    },
    {
      says: 'Every tool call MUST emit telemetry, a refused one too',
      holds: async (desk) => {
        const run_id = await desk.run('ready');
        for (const [tool, args] of calls({ run_id, ...desk.world })) {
          const trace_id = tool.replaceAll(/[^a-f]/g, '0').padEnd(32, '1').slice(0, 32);
          const meta = { traceparent: `00-${trace_id}-${'2'.repeat(16)}-01` };
          await desk.call(tool, args, { meta });
          await desk.call(tool, { ...args, unknown: 1 }, { meta });
          const told = (await desk.events()).filter((event) => event.tool === tool && event.trace_id === trace_id);
          const ended = told.filter(({ type }) => type !== 'TOOL_CALL_STARTED').map(({ type, code }) => [type, code]);
          expect(ended.at(-1), tool).toEqual(['TOOL_CALL_FAILED', 'VALIDATION_UNKNOWN_PARAM']);
          expect(ended, tool).toHaveLength(2);
          expect(told.every(({ span_id }) => /^[0-9a-f]{16}$/.test(span_id))).toBe(true);
        }
      },
    },
    {
      says: 'WORK_ITEM_STARTED/FINISHED/FAILED for any worker execution triggered by the tool',
      holds: async ({ call, run, rest, start, events, world }) => {
        const run_id = await run('ready');
        const before = (await events()).length;
        await call('launch_validate', { run_id });
        const worked = (await events()).slice(before).filter(({ subject }) => subject === `run:${run_id}`);
        const items = worked.filter(({ type }) => type.startsWith('WORK_ITEM_'));
        for (const type of ['WORK_ITEM_STARTED', 'WORK_ITEM_FINISHED']) {
          expect(items).toContainEqual(expect.objectContaining({ type, trace_id: hex(32), span_id: hex(16) }));
        }
        const failed = await start({ github_ref: 'f'.repeat(40) });
        expect(await rest(failed)).toMatchObject({ state: 'FAILED' });
        await expect
          .poll(() => world.telemetry.filter((event) => event.run_id === failed).map(({ type }) => type), {
            timeout: 30_000,
          })
          .toEqual(expect.arrayContaining(['WORK_ITEM_STARTED', 'WORK_ITEM_FAILED', 'RUN_FAILED']));
      },
    },
  ],
};
