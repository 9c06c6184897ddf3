import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { answering } from './answering.ts';
import { isTextType, partOf } from './artifact-range.ts';
import { readErrors, toolCodes } from './codes.ts';
import { fail, subjectOf } from './failures.ts';
import { namedRun, runId } from './fields.ts';
import { findRun } from './find-run.ts';
import type { Toolbox } from './toolbox.ts';

/** The largest content in one answer. In base64 it stays below the limit of a response. */
const mostBytes = 1024 * 1024;

export const createGetArtifact = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'launch_get_artifact',
    description:
      'Returns an artifact of a run: text as is, anything else in base64. Read an artifact over 1 MiB in parts with offset and length, in bytes, or as the resource resource://run/{run_id}/{name}.',
    input: z.strictObject({
      run_id: runId,
      artifact_name: z.string().min(1).max(500).describe('The name of an artifact that launch_get_status lists.'),
      offset: z.int().min(0).optional(),
      length: z.int().min(1).max(mostBytes).optional(),
    }),
    output: z.object({
      run_id: z.string(),
      artifact: z.object({
        name: z.string(),
        content_type: z.string(),
        sha256: z.string().describe('SHA-256 of the whole artifact.'),
        content: z.string(),
        encoding: z.enum(['utf-8', 'base64']),
        bytes: z.int().describe('Size of the whole artifact.'),
        offset: z.int().optional(),
        next_offset: z.int().optional().describe('Offset of the next part; absent at the end.'),
      }),
    }),
    operation: 'query',
    danger: 'safe',
    idempotent: true,
    subject: namedRun,
    codes: toolCodes,
    errors: [...readErrors, 'ARTIFACT_NOT_FOUND', 'RUN_ARTIFACT_DAMAGED', 'INVALID_INPUT'],
    run: (call) =>
      answering(call, async () => {
        const { run_id, artifact_name: name, offset, length } = call.arguments;
        await findRun(toolbox, call, run_id);
        const { content, content_type, sha256, bytes } = await toolbox.runs.artifact(run_id, name);
        const isPart = offset !== undefined || length !== undefined;
        if (!isPart && bytes > mostBytes) return tooLarge(run_id, name, bytes);
        if (offset !== undefined && offset > bytes) return beyond(run_id, offset, bytes);
        const isText = isTextType(content_type);
        const part = partOf(content, offset ?? 0, length ?? mostBytes, isText);
        const buffer = Buffer.from(part.bytes.buffer, part.bytes.byteOffset, part.bytes.byteLength);
        return {
          run_id,
          artifact: {
            name,
            content_type,
            sha256,
            content: buffer.toString(isText ? 'utf8' : 'base64'),
            encoding: isText ? ('utf-8' as const) : ('base64' as const),
            bytes,
            ...(isPart && { offset: part.offset }),
            ...(part.next_offset !== undefined && { next_offset: part.next_offset }),
          },
        };
      }),
  });

const tooLarge = (run_id: string, name: string, bytes: number) =>
  fail(
    'INVALID_INPUT',
    { missing_fields: ['length'], suggested_values: { offset: 0, length: mostBytes } },
    {
      message: `'${name}' has ${bytes} bytes, more than ${mostBytes}: read it in parts`,
      subject: subjectOf(run_id),
      next_actions: [
        {
          tool: 'launch_get_artifact',
          arguments: { run_id, artifact_name: name, offset: 0, length: mostBytes },
          why: 'Reads the first part; next_offset is the start of the next one.',
        },
      ],
    },
  );

const beyond = (run_id: string, offset: number, bytes: number) =>
  fail(
    'INVALID_INPUT',
    { invalid_fields: ['offset'] },
    { message: `offset must be at most ${bytes}, got ${offset}`, subject: subjectOf(run_id) },
  );
