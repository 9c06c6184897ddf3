import { StageRefusedError } from '@recourse/stage-plugin';
import type { PluginStage } from '@recourse/stage-plugin';
import { z } from 'zod';
import { fail, TraceError } from '../trace-error.ts';
import { parseTrace, renderTrace } from './trace-text.ts';
import type { Trace } from './step.ts';

type Files = PluginStage['files'];

export const traceName = z.string().regex(/^[a-z0-9](?:[a-z0-9_-]{0,78}[a-z0-9])?$/u);
/** A recording by its name, or by the path that trace_stop answered with. */
export const tracePath = z
  .string()
  .regex(/^(?:(?:\/|[A-Za-z]:\\)?(?:[^\0]*[/\\])?traces[/\\])?[a-z0-9_-]{1,80}(?:\.jsonl)?$/u)
  .max(1000);

export const nameOf = (path: string): string => (path.split(/[/\\]/u).at(-1) ?? '').replace(/\.jsonl$/u, '');

export const fileOf = (name: string): string => `traces/${name}.jsonl`;
const partialOf = (name: string): string => `traces/${name}.partial.jsonl`;
export const pictureOf = (name: string, picture: string): string => `traces/${name}/${picture}`;

/** Reads a recording; one that was cut off, if there is no other. Throws ARTIFACT_NOT_FOUND and ARTIFACT_INVALID. */
export const readTrace = async (files: Files, path: string): Promise<Trace> => {
  const name = nameOf(path);
  const names = await files.list('traces');
  const file = [fileOf(name), partialOf(name)].find((one) => names.includes(one.slice('traces/'.length)));
  if (file === undefined) {
    const available = names
      .flatMap((one) => (one.endsWith('.jsonl') ? [one.replace(/(?:\.partial)?\.jsonl$/u, '')] : []))
      .slice(0, 50);
    throw new TraceError(fail('trace.ARTIFACT_NOT_FOUND', { path, ...(available.length > 0 && { available }) }));
  }
  try {
    return parseTrace(Buffer.from(await files.read(file)).toString());
  } catch (error) {
    if (!(error instanceof TypeError) && !(error instanceof StageRefusedError)) throw error;
    throw new TraceError(fail('trace.ARTIFACT_INVALID', { path, reason: error.message.slice(0, 300) }));
  }
};

export const writeTrace = (files: Files, trace: Trace): Promise<string> =>
  writeFile(files, trace.footer ? fileOf(trace.header.name) : partialOf(trace.header.name), renderTrace(trace));

/** Writes a file and returns its absolute path. Throws ARTIFACT_WRITE_FAILED. */
export const writeFile = async (files: Files, path: string, data: Uint8Array | string): Promise<string> => {
  try {
    return (await files.write(path, data)).path;
  } catch (error) {
    if (!(error instanceof StageRefusedError)) throw error;
    throw new TraceError(fail('trace.ARTIFACT_WRITE_FAILED', { path, reason: error.message.slice(0, 300) }));
  }
};
