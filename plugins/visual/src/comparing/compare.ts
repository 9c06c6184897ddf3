import pixelmatch from 'pixelmatch';
import { findRegions } from './find-regions.ts';
import type { Region } from './find-regions.ts';
import { createBitmap, encodePng, paste } from './png.ts';
import type { Bitmap, Size } from './png.ts';

export interface Comparison {
  readonly diffPixels: number;
  readonly diffRatio: number;
  readonly regions: readonly Region[];
  /** A PNG with the baseline, the picture and their difference side by side. */
  readonly draw: () => Buffer;
}

const grey: readonly [number, number, number] = [128, 128, 128];
const red: readonly [number, number, number] = [214, 0, 36];
const gap = 8;
const margin = 4;

/** Compares a picture with its baseline. Where only one of them has pixels, they differ. */
export const compare = (baseline: Bitmap, actual: Bitmap, threshold: number): Comparison => {
  const size = {
    width: Math.max(baseline.width, actual.width),
    height: Math.max(baseline.height, actual.height),
  };
  const [one, other] = [padded(baseline, size), padded(actual, size)];
  // Pixels that differ become opaque in it.
  const marks = Buffer.alloc(size.width * size.height * 4);
  pixelmatch(one.data, other.data, marks, size.width, size.height, { threshold, diffMask: true });
  const both = {
    width: Math.min(baseline.width, actual.width),
    height: Math.min(baseline.height, actual.height),
  };
  const differs = (index: number): boolean => {
    const isInBoth = index % size.width < both.width && Math.floor(index / size.width) < both.height;
    return !isInBoth || marks[index * 4 + 3] !== 0;
  };
  let diffPixels = 0;
  for (let index = 0; index < size.width * size.height; index += 1) if (differs(index)) diffPixels += 1;
  const regions = diffPixels === 0 ? [] : findRegions(size, differs);
  return {
    diffPixels,
    diffRatio: diffPixels / (size.width * size.height),
    regions,
    draw: () => encodePng(sideBySide([one, other, highlighted(other, differs, regions)])),
  };
};

const padded = (bitmap: Bitmap, size: Size): Bitmap => {
  if (bitmap.width === size.width && bitmap.height === size.height) return bitmap;
  const whole = createBitmap(size, grey);
  paste(bitmap, whole, 0, 0);
  return whole;
};

/** The picture in pale grey, with its differences in red and a frame around each region. */
const highlighted = (bitmap: Bitmap, differs: (index: number) => boolean, regions: readonly Region[]): Bitmap => {
  const { width, height } = bitmap;
  const drawn = createBitmap(bitmap, grey);
  const set = (index: number, [r, g, b]: readonly [number, number, number]): void => {
    drawn.data.set([r, g, b], index * 4);
  };
  for (let index = 0; index < width * height; index += 1) {
    if (differs(index)) set(index, red);
    else {
      const [r = 0, g = 0, b = 0] = bitmap.data.subarray(index * 4, index * 4 + 3);
      const pale = Math.round(190 + (0.299 * r + 0.587 * g + 0.114 * b) * 0.25);
      set(index, [pale, pale, pale]);
    }
  }
  for (const { x, y, width: wide, height: high } of regions) {
    const [left, right] = [Math.max(0, x - margin), Math.min(width - 1, x + wide - 1 + margin)];
    const [top, bottom] = [Math.max(0, y - margin), Math.min(height - 1, y + high - 1 + margin)];
    for (let column = left; column <= right; column += 1)
      for (const row of [top, bottom]) set(row * width + column, red);
    for (let row = top; row <= bottom; row += 1) for (const column of [left, right]) set(row * width + column, red);
  }
  return drawn;
};

const sideBySide = (bitmaps: readonly Bitmap[]): Bitmap => {
  const width = bitmaps.reduce((sum, one) => sum + one.width, gap * (bitmaps.length - 1));
  const sheet = createBitmap({ width, height: Math.max(...bitmaps.map(({ height }) => height)) }, grey);
  let x = 0;
  for (const bitmap of bitmaps) {
    paste(bitmap, sheet, x, 0);
    x += bitmap.width + gap;
  }
  return sheet;
};
