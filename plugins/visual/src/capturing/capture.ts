import { checkSelector, StageRefusedError } from '@recourse/stage-plugin';
import type { PluginPicture, PluginSession } from '@recourse/stage-plugin';
import { z } from 'zod';
import { readPngSize } from '../comparing/png.ts';
import { fail, VisualError } from '../visual-error.ts';
import { readEnvironment } from './environment.ts';
import type { Environment } from './environment.ts';
import { holdStill, letGo, styleFor, waitInPage } from './page-style.ts';

/** The arguments of every tool that takes a picture. */
export const captureFields = {
  selector: z.string().min(1).max(500).optional(),
  fullPage: z.boolean().default(false),
  masks: z.array(z.string().min(1).max(500)).max(50).default([]),
  animations: z.enum(['disabled', 'allow']).default('disabled'),
  caret: z.enum(['hide', 'initial']).default('hide'),
  settleMs: z.int().min(0).max(5000).default(100),
};
const captureArguments = z.strictObject(captureFields);
export type CaptureArguments = z.output<typeof captureArguments>;

/** The codes that taking a picture can end in. */
export const captureErrors = [
  'visual.UNSUPPORTED',
  'visual.SURFACE_UNSUPPORTED',
  'visual.INVALID_SELECTOR',
  'visual.UNSTABLE',
  'visual.CAPTURE_FAILED',
  'visual.IMAGE_TOO_LARGE',
] as const;

export interface Capture {
  readonly png: Buffer;
  /** In pixels of the picture. */
  readonly width: number;
  readonly height: number;
  /** How many secrets were blacked out. */
  readonly masked: number;
  readonly environment: Environment;
}

/** More pixels than three screens have. Two pictures and their difference must fit into the memory of the plugin. */
export const mostPixels = 10_000_000;
const mostAttempts = 5;
const sheetMs = 60_000;

/** Takes a picture of a page that stands still: two pictures in a row are the same. Restores the page. */
export const capture = async (session: PluginSession, args: CaptureArguments, fonts: string): Promise<Capture> => {
  if (session.surfaceId === undefined)
    throw new VisualError(fail('visual.UNSUPPORTED', { reason: 'the app has no window' }));
  if (args.selector !== undefined) await checkOne(session, 'selector', args.selector);
  for (const mask of args.masks) await checkOne(session, 'masks', mask);
  try {
    const environment = await readEnvironment(session, fonts);
    await session.evaluate(holdStill, { arguments: [styleFor(args), sheetMs] });
    return { ...(await stablePicture(session, args)), environment };
  } catch (error) {
    throw captureProblem(error);
  } finally {
    // The page may be gone.
    await session.evaluate(letGo).catch(() => undefined);
  }
};

const checkOne = async (session: PluginSession, argument: string, selector: string): Promise<void> => {
  const check = await checkSelector(session, selector);
  if (check.state === 'invalid')
    throw new VisualError(fail('visual.INVALID_SELECTOR', { argument, selector, reason: check.reason }));
};

const stablePicture = async (
  session: PluginSession,
  { selector, fullPage, settleMs }: CaptureArguments,
): Promise<Omit<Capture, 'environment'>> => {
  const take = async (): Promise<PluginPicture & { readonly data: Buffer }> => {
    const picture = await session.picture({ fullPage, ...(selector !== undefined && { target: { selector } }) });
    return { ...picture, data: Buffer.from(picture.data) };
  };
  let before = await take();
  for (let attempt = 1; attempt < mostAttempts; attempt += 1) {
    await session.evaluate(waitInPage, { arguments: [settleMs] });
    const now = await take();
    if (now.data.equals(before.data)) {
      const { width, height } = readPngSize(now.data);
      const pixels = width * height;
      if (pixels > mostPixels) throw new VisualError(fail('visual.IMAGE_TOO_LARGE', { pixels, most: mostPixels }));
      return { png: now.data, width, height, masked: now.masked };
    }
    before = now;
  }
  throw new VisualError(fail('visual.UNSTABLE', { attempts: mostAttempts }));
};

/** The page navigated during the capture, or its code did not answer. */
const interruptions = new Set(['BAD_ARGUMENT', 'EVAL_RUNTIME_ERROR', 'CDP_TIMEOUT']);

const captureProblem = (error: unknown): unknown => {
  if (!(error instanceof StageRefusedError)) return error;
  const reason = error.message.slice(0, 300);
  if (error.code === 'SURFACE_UNSUPPORTED') return new VisualError(fail('visual.SURFACE_UNSUPPORTED', { reason }));
  return interruptions.has(error.code) ? new VisualError(fail('visual.CAPTURE_FAILED', { reason })) : error;
};
