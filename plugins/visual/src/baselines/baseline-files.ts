import { createHash } from 'node:crypto';
import { StageRefusedError } from '@recourse/stage-plugin';
import type { PluginStage } from '@recourse/stage-plugin';
import { z } from 'zod';
import type { Capture, CaptureArguments } from '../capturing/capture.ts';
import { mostPixels } from '../capturing/capture.ts';
import { environment } from '../capturing/environment.ts';
import { decodePng, readPngSize } from '../comparing/png.ts';
import type { Bitmap } from '../comparing/png.ts';
import { fail, VisualError } from '../visual-error.ts';

type Files = PluginStage['files'];

/** A name becomes a file in the plugin's folder, on every system. */
export const baselineName = z.string().regex(/^[a-z0-9](?:[a-z0-9_-]{0,78}[a-z0-9])?$/u);

const facts = z.strictObject({
  version: z.literal(1),
  sha256: z.string().regex(/^[\da-f]{64}$/u),
  captured_at: z.iso.datetime(),
  environment,
  capture: z.strictObject({
    selector: z.string().optional(),
    fullPage: z.boolean(),
    masks: z.array(z.string()),
    animations: z.string(),
    caret: z.string(),
  }),
});
export type BaselineFacts = z.output<typeof facts>;

export interface Baseline {
  readonly bitmap: Bitmap;
  readonly facts: BaselineFacts;
}

/** The facts of a picture that a later one must share. */
export const factsOf = ({ png, environment: env }: Capture, args: CaptureArguments): BaselineFacts => {
  const { selector, fullPage, masks, animations, caret } = args;
  return {
    version: 1,
    sha256: sha256(png),
    captured_at: new Date().toISOString(),
    environment: env,
    capture: { fullPage, masks, animations, caret, ...(selector !== undefined && { selector }) },
  };
};

const sha256 = (data: Buffer): string => createHash('sha256').update(data).digest('hex');

/** Reads a baseline. Throws BASELINE_NOT_FOUND and BASELINE_INVALID. */
export const readBaseline = async (files: Files, name: string): Promise<Baseline> => {
  const names = await files.list('baselines');
  if (!names.includes(`${name}.png`)) {
    const available = names.flatMap((file) => (file.endsWith('.png') ? [file.slice(0, -4)] : [])).slice(0, 50);
    throw new VisualError(fail('visual.BASELINE_NOT_FOUND', { name, ...(available.length > 0 && { available }) }));
  }
  const damaged = (reason: string): VisualError => new VisualError(fail('visual.BASELINE_INVALID', { name, reason }));
  try {
    const png = Buffer.from(await files.read(`baselines/${name}.png`));
    const json = Buffer.from(await files.read(`baselines/${name}.json`)).toString();
    const parsed = facts.safeParse(JSON.parse(json));
    if (!parsed.success) throw damaged(`${name}.json is not valid`);
    if (parsed.data.sha256 !== sha256(png)) throw damaged(`${name}.png does not match ${name}.json`);
    const { width, height } = readPngSize(png);
    if (width * height > mostPixels) throw damaged('the image is too large');
    return { bitmap: decodePng(png), facts: parsed.data };
  } catch (error) {
    if (error instanceof VisualError) throw error;
    throw damaged((error as Error).message.slice(0, 200));
  }
};

/** Writes a baseline and keeps the one before it in the folder `previous`. Returns the path of the picture. */
export const writeBaseline = async (
  files: Files,
  name: string,
  baseline: { readonly png: Buffer; readonly facts: BaselineFacts },
): Promise<{ readonly path: string; readonly replaced: boolean }> => {
  const names = await files.list('baselines');
  const replaced = names.includes(`${name}.png`);
  for (const file of [`${name}.png`, `${name}.json`]) {
    if (!names.includes(file)) continue;
    const old = await files.read(`baselines/${file}`).catch(() => undefined);
    if (old) await write(files, `previous/${file}`, old);
  }
  const path = await write(files, `baselines/${name}.png`, baseline.png);
  await write(files, `baselines/${name}.json`, `${JSON.stringify(baseline.facts, null, 2)}\n`);
  return { path, replaced };
};

/** Writes a file and returns its absolute path. Throws PATH_INVALID and WRITE_FAILED. */
export const write = async (files: Files, path: string, data: Uint8Array | string): Promise<string> => {
  try {
    return (await files.write(path, data)).path;
  } catch (error) {
    if (!(error instanceof StageRefusedError)) throw error;
    if (error.code === 'BAD_ARGUMENT')
      throw new VisualError(fail('visual.PATH_INVALID', { path, reason: error.message.slice(0, 300) }));
    throw new VisualError(fail('visual.WRITE_FAILED', { path }));
  }
};
