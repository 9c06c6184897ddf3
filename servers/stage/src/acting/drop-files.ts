import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FoundTarget, Target } from '../reading/target.ts';
import { placeOf } from './act.ts';
import type { Act } from './act.ts';
import { actionNeeds } from './action-needs.ts';
import { dropTyped, watchTaken } from './page/drop.ts';
import type { PageFile } from './page/drop.ts';
import { findPoint } from './page/hit-test.ts';
import type { HitTest } from './page/hit-test.ts';
import { notVisible } from './problem.ts';
import { whenActionable } from './until-actionable.ts';

export interface DroppedFiles {
  readonly files: readonly string[];
  /** The type of all files. The browser derives it from their names unless it is given. */
  readonly mimeType?: string | undefined;
}

/**
 * Drops files onto an element, as a person does who drags them from the desktop. If the page does not take them, nothing
 * is dropped: the browser would open the files in place of the page.
 */
export const dropFiles = (
  act: Act,
  target: Target,
  { files, mimeType }: DroppedFiles,
): Promise<{ readonly found: FoundTarget; readonly isTaken: boolean }> =>
  whenActionable(act, target, actionNeeds.drop, async ({ found, point }) => {
    if (!point) return notVisible(found, 'it has no visible area', act.deadline.timeoutMs);
    if (mimeType !== undefined) return { found, isTaken: await dropWithType(act, found, files, mimeType) };
    const event = { ...point, data: { items: [], files: [...files], dragOperationsMask: 1 } };
    const send = (type: 'dragEnter' | 'dragOver' | 'drop' | 'dragCancel') =>
      act.surface.session.send('Input.dispatchDragEvent', { type, ...event }, act.sending);
    return act.using(placeOf(found), async (node) => {
      act.hasBegun = true;
      const hovered = await node.begin(watchTaken, 'dragover');
      await send('dragEnter');
      await send('dragOver');
      if (!(await hovered<boolean>('end'))) {
        await send('dragCancel');
        return { found, isTaken: false };
      }
      const dropped = await node.begin(watchTaken, 'drop');
      await send('drop');
      return { found, isTaken: await dropped<boolean>('end') };
    });
  });

const dropWithType = async (act: Act, found: FoundTarget, files: readonly string[], type: string): Promise<boolean> => {
  const read = await Promise.all(
    files.map(async (file): Promise<PageFile> => {
      return { name: path.basename(file), type, data: await readFile(file, 'base64') };
    }),
  );
  return act.using(placeOf(found), async (node) => {
    const { point } = await node.ask<HitTest>(findPoint);
    act.hasBegun = true;
    return node.ask<boolean>(dropTyped, read, point ?? { x: 0, y: 0 });
  });
};
