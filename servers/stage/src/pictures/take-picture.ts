import type { CaptureOptions } from '../observe/capture.ts';
import type { Box } from '../observe/flat-node.ts';
import type { Observer, PlacedLook } from '../reading/observer.ts';
import type { Surface } from '../surface.ts';
import { withWholePage } from './enlarge-viewport.ts';
import { hiddenBoxes } from './hidden-boxes.ts';
import { PictureError } from './picture-error.ts';
import { fillBoxes } from './png.ts';

export interface PictureOptions {
  readonly format: 'png' | 'jpeg';
  readonly quality?: number | undefined;
  /** The whole page, as far as a picture may be large, in place of its viewport. */
  readonly fullPage: boolean;
  /** The part to show, in CSS pixels of what would be shown without it; defaults to everything. */
  readonly areaOf: (look: PlacedLook) => Promise<Box | undefined> | Box | undefined;
  /** Webviews whose content the picture may show. */
  readonly webviews: readonly Surface[];
}

export interface Picture {
  readonly data: Buffer;
  /** The area that is shown, in CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** How many places were blacked out. */
  readonly masked: number;
  /** Whether the page is longer than what is shown. */
  readonly isCut: boolean;
}

const pictureTimeoutMs = 20_000;
/** A page whose secrets move while it is photographed is photographed again. */
const mostAttempts = 4;

/** Takes a picture of a surface without its secrets. */
export const takePicture = async (
  observer: Observer,
  surface: Surface,
  options: PictureOptions,
  capturing: CaptureOptions,
): Promise<Picture> => {
  const take = (): Promise<Omit<Picture, 'isCut'>> => photograph(observer, surface, options, capturing);
  if (!options.fullPage) return { ...(await take()), isCut: false };
  // Secrets must be found in the layout that is photographed, so the viewport is enlarged before both.
  const { result, isCut } = await withWholePage(surface, capturing.signal, take);
  return { ...result, isCut };
};

interface Scene {
  readonly area: Box;
  readonly hidden: readonly Box[];
  readonly scroll: { readonly x: number; readonly y: number };
  readonly zoom: number;
}

const photograph = async (
  observer: Observer,
  surface: Surface,
  options: PictureOptions,
  capturing: CaptureOptions,
): Promise<Omit<Picture, 'isCut'>> => {
  const see = (): Promise<Scene> => sceneOf(observer, surface, options, capturing);
  let before = await see();
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    const data = await shoot(surface, before, options, capturing);
    const after = await see();
    if (secretPlaces(before) === secretPlaces(after)) return finish(data, before, options);
    before = after;
  }
  throw new PictureError('moving', 'fields with secrets are moving, so a screenshot could show the secrets');
};

/** Where secrets are. A picture between two looks with the same places shows them nowhere else. */
const secretPlaces = ({ hidden, scroll, zoom }: Scene): string =>
  JSON.stringify(hidden.length === 0 ? [] : [hidden, scroll, zoom]);

const sceneOf = async (
  observer: Observer,
  surface: Surface,
  { areaOf, webviews }: PictureOptions,
  capturing: CaptureOptions,
): Promise<Scene> => {
  const look = await observer.look(surface, capturing);
  const { isCut, viewport, document, zoom } = look.capture;
  if (isCut) throw new PictureError('too_large', 'the page has too many nodes to search all of them for secrets');
  const whole = { x: 0, y: 0, ...viewport };
  const wanted = await areaOf(look);
  const area = wanted ? intersection(wanted, whole) : whole;
  if (!area) throw new PictureError('outside', 'it is outside the viewport or has no size');
  const hidden = await hiddenBoxes(observer, look, webviews, capturing);
  return { area, hidden, scroll: document.scroll, zoom };
};

const shoot = async (
  { session }: Surface,
  { area, scroll, zoom }: Scene,
  { format, quality }: PictureOptions,
  { signal }: CaptureOptions,
): Promise<Buffer> => {
  const { data } = await session.send(
    'Page.captureScreenshot',
    {
      format,
      ...(quality !== undefined && { quality }),
      // In pixels of the window.
      clip: {
        x: (area.x + scroll.x) * zoom,
        y: (area.y + scroll.y) * zoom,
        width: area.width * zoom,
        height: area.height * zoom,
        scale: 1,
      },
    },
    { timeoutMs: pictureTimeoutMs, ...(signal && { signal }) },
  );
  return Buffer.from(data, 'base64');
};

const finish = (
  data: Buffer,
  { area, hidden: everywhere }: Scene,
  { format }: PictureOptions,
): Omit<Picture, 'isCut'> => {
  const { width, height } = area;
  const hidden = everywhere.filter((box) => intersection(box, area));
  if (hidden.length === 0) return { data, width, height, masked: 0 };
  if (format !== 'png') {
    const reason = `must be png: ${hidden.length} areas contain secrets, and only PNGs can be masked`;
    throw new PictureError('format', reason);
  }
  const boxes = hidden.map((box) => ({ ...box, x: box.x - area.x, y: box.y - area.y }));
  return { data: fillBoxes(data, boxes, (pixels) => pixels / width), width, height, masked: hidden.length };
};

const intersection = (one: Box, other: Box): Box | undefined => {
  const x = Math.max(one.x, other.x);
  const y = Math.max(one.y, other.y);
  const width = Math.min(one.x + one.width, other.x + other.width) - x;
  const height = Math.min(one.y + one.height, other.y + other.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : undefined;
};
