import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare } from './compare.ts';
import { createBitmap, decodePng, encodePng, paste, readPngSize } from './png.ts';

const white = [255, 255, 255] as const;
const black = [0, 0, 0] as const;

const withBox = (x: number, y: number, size: number) => {
  const bitmap = createBitmap({ width: 100, height: 80 }, white);
  paste(createBitmap({ width: size, height: size }, black), bitmap, x, y);
  return bitmap;
};

describe('a comparison of pictures', () => {
  it('finds no difference between a picture and itself', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 0, max: 70 }), (x, y) => {
        expect(compare(withBox(x, y, 10), withBox(x, y, 10), 0.1)).toMatchObject({ diffPixels: 0, regions: [] });
      }),
    );
  });

  it('counts the pixels and lists the regions', () => {
    const { diffPixels, diffRatio, regions } = compare(
      createBitmap({ width: 100, height: 80 }, white),
      withBox(40, 30, 5),
      0.1,
    );
    expect(diffPixels).toBe(25);
    expect(diffRatio).toBe(25 / 8000);
    expect(regions).toEqual([{ x: 40, y: 30, width: 5, height: 5, pixels: 25 }]);
  });

  it('separates regions that are far apart, the larger first', () => {
    const both = withBox(0, 0, 4);
    paste(createBitmap({ width: 8, height: 8 }, black), both, 90, 70);
    const { regions } = compare(createBitmap({ width: 100, height: 80 }, white), both, 0.1);
    expect(regions).toEqual([
      { x: 90, y: 70, width: 8, height: 8, pixels: 64 },
      { x: 0, y: 0, width: 4, height: 4, pixels: 16 },
    ]);
  });

  it('counts pixels that only one picture has', () => {
    const taller = createBitmap({ width: 100, height: 90 }, [128, 128, 128]);
    paste(createBitmap({ width: 100, height: 80 }, white), taller, 0, 0);
    expect(compare(createBitmap({ width: 100, height: 80 }, white), taller, 0.1)).toMatchObject({
      diffPixels: 1000,
      regions: [{ x: 0, y: 80, width: 100, height: 10, pixels: 1000 }],
    });
  });

  it('draws both pictures and their difference side by side', () => {
    const drawn = decodePng(compare(createBitmap({ width: 100, height: 80 }, white), withBox(40, 30, 5), 0.1).draw());
    expect(drawn).toMatchObject({ width: 316, height: 80 });
    const pixel = (x: number, y: number) => [...drawn.data.subarray((y * 316 + x) * 4, (y * 316 + x) * 4 + 3)];
    expect(pixel(42, 32)).toEqual([255, 255, 255]);
    expect(pixel(108 + 42, 32)).toEqual([0, 0, 0]);
    expect(pixel(216 + 42, 32)).toEqual([214, 0, 36]);
    expect(pixel(216 + 36, 26)).toEqual([214, 0, 36]);
    expect(pixel(216 + 10, 10)).toEqual([254, 254, 254]);
  });
});

describe('a PNG', () => {
  it('is the same after it is written and read', () => {
    const bitmap = withBox(3, 3, 7);
    const png = encodePng(bitmap);
    expect(readPngSize(png)).toEqual({ width: 100, height: 80 });
    expect(decodePng(png).data.equals(bitmap.data)).toBe(true);
  });

  it('is distinguished from other files', () => {
    expect(() => readPngSize(Buffer.from('GIF89a'.repeat(10)))).toThrow('not a PNG');
    expect(() => readPngSize(Buffer.alloc(0))).toThrow('not a PNG');
  });
});
