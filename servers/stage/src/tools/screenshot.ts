import { mkdir } from 'node:fs/promises';
import { withContent } from '@recourse/contract';
import { stageCodes } from '@recourse/contract/registries';
import { defineTool, exclusive, imageBlock } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { judgePath } from '@recourse/engine/judged';
import type { SafePath } from '@recourse/engine/judged';
import { z } from 'zod';
import { fail, StageError } from '../failing.ts';
import { PictureError } from '../pictures/picture-error.ts';
import { takePicture } from '../pictures/take-picture.ts';
import { BadArgumentError } from '../reading/bad-argument-error.ts';
import { bbox } from '../reading/describe-match.ts';
import { targetIn } from '../reading/target.ts';
import { target } from './reading-fields.ts';
import { reading, targetErrors } from './reading.ts';
import type { Toolbox } from './toolbox.ts';

/** The most bytes of a picture inside an answer. A larger one must be written to a file. */
const mostInlineBytes = 5_000_000;
const longestPath = 1000;

const name = 'electron_screenshot';
const extensions = { png: ['.png'], jpeg: ['.jpg', '.jpeg'] } as const;

export const createScreenshot = (toolbox: Toolbox): Tool =>
  defineTool({
    name,
    description:
      'Takes a picture of the active surface or of one element, with secrets blacked out. Returns the image, or writes it to `path`.',
    input: exclusive(
      z.strictObject({
        ...target,
        clip: z.strictObject(bbox.shape).optional().describe('Only this part, in CSS pixels.'),
        fullPage: z.boolean().default(false).describe('Also what is below the viewport. The page is laid out again.'),
        format: z.enum(['png', 'jpeg']).default('png'),
        quality: z.int().min(1).max(100).optional().describe('For jpeg.'),
        path: z
          .string()
          .min(1)
          .max(longestPath)
          .optional()
          .describe("A file in the operator's folder for screenshots, which is overwritten."),
      }),
      ['ref', 'selector', 'clip'],
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
    errors: [...targetErrors, 'ELEMENT_NOT_VISIBLE', 'SURFACE_UNSUPPORTED'],
    run: (call) =>
      reading(toolbox, call, async ({ observer, surface, capturing }) => {
        const { sessionId, ref, selector, clip, fullPage, format, quality, path } = call.arguments;
        if (quality !== undefined && format !== 'jpeg')
          throw new BadArgumentError('quality', 'is for format jpeg only');
        const file = path === undefined ? undefined : await fileAt(path, format, toolbox.settings.screenshotFolder);
        const isElement = ref !== undefined || selector !== undefined;
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
              if (!isElement) return clip;
              const { placed } = await targetIn(look, observer, { ref, selector }, capturing);
              return placed.element.box ?? { x: 0, y: 0, width: 0, height: 0 };
            },
          },
          capturing,
        ).catch((error: unknown) => {
          throw error instanceof PictureError ? failureOf(error, { ref, selector, fullPage, sessionId }) : error;
        });
        const { data, width, height, masked, isCut: truncated } = picture;
        const answer = { surface_id: surface.id, format, width, height, bytes: data.length, masked, truncated };
        if (file) {
          await file.mkdirParent();
          await file.writeFile(data);
          return { ...answer, path: file.absolute };
        }
        if (data.length > mostInlineBytes) {
          const reason = `must be given: the picture has ${data.length} bytes, and an answer holds ${mostInlineBytes}`;
          throw new BadArgumentError('path', reason);
        }
        return withContent(answer, [imageBlock(data, `image/${format}`)]);
      }),
  });

const fileAt = async (given: string, format: 'png' | 'jpeg', folder: string | undefined): Promise<SafePath> => {
  if (folder === undefined)
    throw new BadArgumentError('path', 'is not allowed: the server has no folder for screenshots');
  await mkdir(folder, { recursive: true });
  const judged = await judgePath(folder, given, { type: 'file', extensions: [...extensions[format]] });
  if (judged.ok) return judged.path;
  throw new BadArgumentError('path', `${judged.reason}; it must be in ${folder}`);
};

const readInstead = 'Read the page with electron_snapshot instead.';

interface Asked {
  readonly ref: number | undefined;
  readonly selector: string | undefined;
  readonly fullPage: boolean;
  readonly sessionId: string | undefined;
}

const failureOf = ({ problem, message }: PictureError, { ref, selector, fullPage, sessionId }: Asked): Error => {
  if (problem === 'format') return new BadArgumentError('format', message);
  if (problem === 'too_large' || problem === 'moving') {
    const options = { effect: 'none', message: `The picture was not taken: ${message}`, hint: readInstead } as const;
    return new StageError(fail('SURFACE_UNSUPPORTED', { operation: name }, options));
  }
  const element = { ...(ref !== undefined && { ref }), ...(selector !== undefined && { selector }) };
  if (ref === undefined && selector === undefined) return new BadArgumentError('clip', message);
  const whole = {
    tool: name,
    arguments: { ...element, fullPage: true, ...(sessionId !== undefined && { sessionId }) },
    why: 'Shows elements below the viewport, too.',
  };
  const options = { effect: 'none', ...(!fullPage && { next_actions: [whole] }) } as const;
  return new StageError(fail('ELEMENT_NOT_VISIBLE', { ...element, reason: message }, options));
};
