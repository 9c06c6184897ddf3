import { z } from 'zod';
import { fail, StageError } from '../../failing.ts';
import { PictureError } from '../../pictures/picture-error.ts';
import { takePicture } from '../../pictures/take-picture.ts';
import { targetIn } from '../../reading/target.ts';
import { target } from './elements.ts';
import { defineAsk, onSurface } from './scope.ts';
import type { AskMethod } from './scope.ts';

/** Pictures of the active surface, with secrets blacked out. */
export const picturesMethods: Readonly<Record<string, AskMethod>> = {
  'pictures.take': defineAsk({
    needs: () => 'pictures',
    params: z.strictObject({ target: target.optional(), fullPage: z.boolean().default(false) }),
    run: (scope, { target: wanted, fullPage }) =>
      onSurface(scope, async ({ session, observer, surface }) => {
        const capturing = { signal: scope.signal };
        const webviews = session
          .surfaces()
          .filter(({ kind, id, isClosed }) => kind === 'webview' && id !== surface.id && !isClosed);
        const areaOf = async (look: Parameters<typeof targetIn>[0]) => {
          if (!wanted) return undefined;
          const { placed } = await targetIn(look, observer, wanted, capturing);
          return placed.element.box ?? { x: 0, y: 0, width: 0, height: 0 };
        };
        const options = { format: 'png', fullPage, webviews, areaOf } as const;
        const picture = await takePicture(observer, surface, options, capturing).catch((error: unknown) => {
          throw error instanceof PictureError ? notTaken(error) : error;
        });
        const { data, width, height, masked } = picture;
        return { data: data.toString('base64'), width, height, masked };
      }),
  }),
};

const notTaken = ({ problem, message }: PictureError): StageError =>
  new StageError(
    problem === 'too_large' || problem === 'moving'
      ? fail(
          'SURFACE_UNSUPPORTED',
          { operation: 'picture' },
          { effect: 'none', message: `Screenshot failed: ${message}` },
        )
      : fail('ELEMENT_NOT_VISIBLE', { reason: message }, { effect: 'none' }),
  );
