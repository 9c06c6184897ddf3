import { withContent } from '@recourse/contract';
import { stageCodes } from '@recourse/contract/registries';
import { defineTool, exclusive, imageBlock } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { fail, StageError } from '../failing.ts';
import { PictureError } from '../pictures/picture-error.ts';
import { pictureFile } from '../pictures/picture-file.ts';
import { takePicture } from '../pictures/take-picture.ts';
import { BadArgumentError } from '../reading/bad-argument-error.ts';
import { bbox } from '../reading/describe-match.ts';
import { targetIn } from '../reading/target.ts';
import type { Target } from '../reading/target.ts';
import type { Session } from '../sessions/session.ts';
import type { Surface } from '../surface.ts';
import { hasTarget } from './acting.ts';
import { surfaceId } from './fields.ts';
import { target, targetNames } from './reading-fields.ts';
import { reading, targetErrors } from './reading.ts';
import type { Toolbox } from './toolbox.ts';
import { windowIdOf } from './windows.ts';

/** The most bytes of a picture inside an answer. A larger one must be written to a file. */
const mostInlineBytes = 5_000_000;

const name = 'electron_screenshot';

export const createScreenshot = (toolbox: Toolbox): Tool =>
  defineTool({
    name,
    description:
      'Takes a screenshot of a window (by default the active surface) or of one element, with secrets blacked out. Returns the image, or writes it to `path` or to a new file in `dir`; both must be in the screenshot folder. `fullPage` resizes the page to show all of it; `quality` is for jpeg.',
    input: exclusive(
      z.strictObject({
        ...target,
        windowId: surfaceId.optional(),
        windowTitle: z.string().optional(),
        windowIndex: z.int().min(0).optional(),
        clip: z.strictObject(bbox.shape).optional(),
        fullPage: z.boolean().default(false),
        format: z.enum(['png', 'jpeg']).default('png'),
        quality: z.int().min(0).max(100).optional(),
        path: z.string().optional(),
        dir: z.string().optional(),
      }),
      [...targetNames, 'clip'],
      ['path', 'dir'],
    ),
    output: z.object({
      surface_id: z.string(),
      format: z.enum(['png', 'jpeg']),
      width: z.number(),
      height: z.number(),
      bytes: z.int(),
      masked: z.int(),
      truncated: z.boolean(),
      path: z.string().optional(),
    }),
    operation: 'screenshot',
    danger: 'safe',
    codes: stageCodes,
    errors: [...targetErrors, 'ELEMENT_NOT_VISIBLE', 'SURFACE_NOT_FOUND', 'SURFACE_UNSUPPORTED'],
    run: (call) =>
      reading(
        toolbox,
        call,
        async ({ observer, surface, capturing }) => {
          const { sessionId, clip, fullPage, format, quality } = call.arguments;
          const wanted = targetOf(call.arguments);
          if (quality !== undefined && format !== 'jpeg')
            throw new BadArgumentError('quality', 'it requires format jpeg');
          const file = await pictureFile(call.arguments, toolbox.settings.screenshotFolder);
          const webviews = toolbox.sessions
            .find(sessionId)
            .surfaces()
            .filter(({ kind, id, isClosed }) => kind === 'webview' && id !== surface.id && !isClosed);
          const picture = await takePicture(
            observer,
            surface,
            {
              format,
              quality,
              fullPage,
              webviews,
              areaOf: async (look) => {
                if (!wanted) return clip;
                const { placed } = await targetIn(look, observer, wanted, capturing);
                return placed.element.box ?? { x: 0, y: 0, width: 0, height: 0 };
              },
            },
            capturing,
          ).catch((error: unknown) => {
            throw error instanceof PictureError ? failureOf(error, { wanted, fullPage, sessionId }) : error;
          });
          const { data, width, height, masked, isCut: truncated } = picture;
          const answer = { surface_id: surface.id, format, width, height, bytes: data.length, masked, truncated };
          if (file) {
            await file.mkdirParent();
            await file.writeFile(data);
            return { ...answer, path: file.absolute };
          }
          if (data.length > mostInlineBytes) {
            const reason = `it is required: the image has ${data.length} bytes, and an answer can contain at most ${mostInlineBytes}`;
            throw new BadArgumentError('path', reason);
          }
          return withContent(answer, [imageBlock(data, `image/${format}`)]);
        },
        (session) => windowOf(session, call.arguments),
      ),
  });

const targetOf = ({ ref, selector, by }: Target): Target | undefined =>
  hasTarget({ ref, selector, by }) ? { ref, selector, by } : undefined;

interface WindowArguments {
  readonly windowId?: string | undefined;
  readonly windowTitle?: string | undefined;
  readonly windowIndex?: number | undefined;
}

/** The window that a call names, which need not be the active one. */
const windowOf = (session: Session, { windowId, windowTitle, windowIndex }: WindowArguments): Surface => {
  if (windowId === undefined && windowTitle === undefined && windowIndex === undefined) return session.active();
  const id = windowIdOf(session, { targetId: windowId, windowTitle, index: windowIndex });
  const surfaces = session.surfaces();
  const found = surfaces.find((surface) => surface.id === id);
  if (found) return found;
  const details = { surface_id: id, available: surfaces.map((surface) => surface.id) };
  throw new StageError(fail('SURFACE_NOT_FOUND', details, { effect: 'none' }));
};

const readInstead = 'Read the page with electron_snapshot instead.';

interface Asked {
  readonly wanted: Target | undefined;
  readonly fullPage: boolean;
  readonly sessionId: string | undefined;
}

const failureOf = ({ problem, message }: PictureError, { wanted, fullPage, sessionId }: Asked): Error => {
  if (problem === 'format') return new BadArgumentError('format', message);
  if (problem === 'too_large' || problem === 'moving') {
    const options = { effect: 'none', message: `The screenshot was not taken: ${message}`, hint: readInstead } as const;
    return new StageError(fail('SURFACE_UNSUPPORTED', { operation: name }, options));
  }
  if (!wanted) return new BadArgumentError('clip', message);
  const { ref, selector, by } = wanted;
  const element = {
    ...(ref !== undefined && { ref }),
    ...(selector !== undefined && { selector }),
    ...(by && { by: { ...by } }),
  };
  const whole = {
    tool: name,
    arguments: { ...element, fullPage: true, ...(sessionId !== undefined && { sessionId }) },
    why: 'Also captures elements outside the viewport.',
  };
  const options = { effect: 'none', ...(!fullPage && { next_actions: [whole] }) } as const;
  const named = by ? { selector: `${by.role} "${by.name}"`.slice(0, longestName) } : element;
  return new StageError(fail('ELEMENT_NOT_VISIBLE', { ...named, reason: message }, options));
};

/** A refusal stays small. */
const longestName = 200;
