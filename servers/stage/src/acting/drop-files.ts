import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FoundTarget, Target } from '../reading/target.ts';
import { placeOf } from './act.ts';
import type { Act } from './act.ts';
import { actionNeeds } from './action-needs.ts';
import { dropTyped, watchDrag } from './page/drop.ts';
import type { DragVerdict, PageFile } from './page/drop.ts';
import { findPoint } from './page/hit-test.ts';
import type { HitTest } from './page/hit-test.ts';
import { afterInput, notVisible } from './problem.ts';
import type { Problem } from './problem.ts';
import { whenActionable } from './until-actionable.ts';

export interface DroppedFiles {
  readonly files: readonly string[];
  /** The type of all files. The browser derives it from their names unless it is given. */
  readonly mimeType?: string | undefined;
}

interface Dropped {
  readonly found: FoundTarget;
  readonly isTaken: boolean;
}

/**
 * Drops files onto an element, as a person does who drags them from the desktop. If the page does not take them, nothing
 * is dropped: the browser would open the files in place of the page.
 */
export const dropFiles = (act: Act, target: Target, { files, mimeType }: DroppedFiles): Promise<Dropped> =>
  whenActionable<Dropped>(act, target, actionNeeds.drop, async ({ found, point }) => {
    if (!point) return notVisible(found, 'it has no visible area', act.deadline.timeoutMs);
    if (mimeType !== undefined) return dropWithType(act, found, files, mimeType);
    const event = { ...point, data: { items: [], files: [...files], dragOperationsMask: 1 } };
    const send = (type: 'dragEnter' | 'dragOver' | 'drop' | 'dragCancel') =>
      act.surface.session.send('Input.dispatchDragEvent', { type, ...event }, act.sending);
    return act.using(placeOf(found), async (node) => {
      act.hasBegun = true;
      const hovered = await node.begin(watchDrag, 'dragover');
      await send('dragEnter');
      await send('dragOver');
      const over = await hovered<DragVerdict>('end');
      if (!over.isOn || !over.isTaken) await send('dragCancel');
      if (!over.isOn) return moved(act, found);
      if (!over.isTaken) return { found, isTaken: false };
      const dropped = await node.begin(watchDrag, 'drop');
      await send('drop');
      const { isOn, isTaken } = await dropped<DragVerdict>('end');
      return isOn ? { found, isTaken } : afterInput(moved(act, found), 'unknown');
    });
  });

/** Another element was at its place. */
const moved = (act: Act, found: FoundTarget): Problem =>
  notVisible(found, 'it moved just before the files were dropped', act.deadline.timeoutMs);

const dropWithType = async (
  act: Act,
  found: FoundTarget,
  files: readonly string[],
  type: string,
): Promise<Dropped | Problem> => {
  const read = await Promise.all(
    files.map(async (file): Promise<PageFile> => {
      return { name: path.basename(file), type, data: await readFile(file, 'base64') };
    }),
  );
  return act.using(placeOf(found), async (node) => {
    const { point } = await node.ask<HitTest>(findPoint);
    act.hasBegun = true;
    const { isOn, isTaken } = await node.ask<DragVerdict>(dropTyped, read, point ?? { x: 0, y: 0 });
    return isOn ? { found, isTaken } : moved(act, found);
  });
};
