import type { CaptureOptions } from '../observe/capture.ts';
import { buildElement } from '../observe/build-elements.ts';
import type { Box, FlatNode } from '../observe/flat-node.ts';
import type { Observer, PlacedLook } from '../reading/observer.ts';
import { secretBoxes } from '../reading/secret-boxes.ts';
import type { Surface } from '../surface.ts';

/** Elements that show a document of another process. */
const frameTags: ReadonlySet<string> = new Set(['iframe', 'frame', 'fencedframe']);
/** Borders and rounded boxes. */
const margin = 2;

/**
 * The boxes that a picture of a surface must not show: secrets, frames whose content was not captured, and webviews if
 * one of them has a secret. In CSS pixels of the viewport.
 */
export const hiddenBoxes = async (
  observer: Observer,
  look: PlacedLook,
  webviews: readonly Surface[],
  capturing: CaptureOptions,
): Promise<readonly Box[]> => {
  const nodes = look.capture.documents.flatMap((document) => document.nodes).filter(({ box }) => box !== undefined);
  const guests = nodes.filter(({ tag }) => tag === 'webview');
  // A webview that is not among the surfaces yet cannot be looked at.
  const isUnknown = guests.length > webviews.length;
  const hidesGuests = guests.length > 0 && (isUnknown || (await haveSecrets(observer, webviews, capturing)));
  const unseen = nodes.filter((node) => frameTags.has(node.tag) && node.content === undefined && !isInWebview(node));
  return [...secretBoxes(look, observer.secrets), ...boxesOf(look, hidesGuests ? [...unseen, ...guests] : unseen)].map(
    ({ x, y, width, height }) => ({
      x: x - margin,
      y: y - margin,
      width: width + 2 * margin,
      height: height + 2 * margin,
    }),
  );
};

/** A webview shows its document in a frame of its own, which is not captured with the page. */
const isInWebview = (node: FlatNode): boolean => {
  for (let at = node.parent; at; at = at.parent) if (at.tag === 'webview') return true;
  return false;
};

const boxesOf = ({ capture, build }: PlacedLook, nodes: readonly FlatNode[]): readonly Box[] =>
  nodes.map((node) => buildElement(node, capture, build).box).filter((box) => box !== undefined);

/** A webview that cannot be looked at counts as one with a secret. */
const haveSecrets = async (
  observer: Observer,
  webviews: readonly Surface[],
  capturing: CaptureOptions,
): Promise<boolean> => {
  for (const webview of webviews) {
    try {
      const look = await observer.look(webview, capturing);
      if (look.capture.isCut || secretBoxes(look, observer.secrets).length > 0) return true;
    } catch {
      capturing.signal?.throwIfAborted();
      return true;
    }
  }
  return false;
};
