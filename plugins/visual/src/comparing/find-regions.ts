import type { Size } from './png.ts';

/** A part of a picture that differs. */
export interface Region {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** How many of its pixels differ. */
  readonly pixels: number;
}

/** Differences that are closer than this belong together. */
const cell = 16;
const mostRegions = 10;

interface Cell {
  left: number;
  top: number;
  right: number;
  bottom: number;
  pixels: number;
}

/** Groups differing pixels into rectangles, those with most pixels first. */
export const findRegions = ({ width, height }: Size, differs: (index: number) => boolean): readonly Region[] => {
  const columns = Math.ceil(width / cell);
  const cells = new Map<number, Cell>();
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      if (!differs(y * width + x)) continue;
      const key = Math.floor(y / cell) * columns + Math.floor(x / cell);
      const found = cells.get(key);
      if (found) grow(found, { left: x, top: y, right: x, bottom: y, pixels: 1 });
      else cells.set(key, { left: x, top: y, right: x, bottom: y, pixels: 1 });
    }
  const regions: Cell[] = [];
  for (const key of cells.keys()) regions.push(takeGroup(cells, key, columns));
  return regions
    .toSorted((one, other) => other.pixels - one.pixels)
    .slice(0, mostRegions)
    .map(({ left, top, right, bottom, pixels }) => ({
      x: left,
      y: top,
      width: right - left + 1,
      height: bottom - top + 1,
      pixels,
    }));
};

/** Removes a cell and all that touch it, directly or through others, and returns their union. */
const takeGroup = (cells: Map<number, Cell>, start: number, columns: number): Cell => {
  const union: Cell = { left: Infinity, top: Infinity, right: -1, bottom: -1, pixels: 0 };
  const pending = [start];
  for (let key = pending.pop(); key !== undefined; key = pending.pop()) {
    const found = cells.get(key);
    if (!found) continue;
    cells.delete(key);
    grow(union, found);
    const column = key % columns;
    for (const row of [-columns, 0, columns])
      for (const side of [-1, 0, 1]) {
        const isInside = column + side >= 0 && column + side < columns;
        if (isInside) pending.push(key + row + side);
      }
  }
  return union;
};

const grow = (one: Cell, other: Cell): void => {
  one.left = Math.min(one.left, other.left);
  one.top = Math.min(one.top, other.top);
  one.right = Math.max(one.right, other.right);
  one.bottom = Math.max(one.bottom, other.bottom);
  one.pixels += other.pixels;
};
