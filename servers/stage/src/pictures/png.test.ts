import { deflateSync, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { fillBoxes } from './png.ts';

const crcLess = (type: string, data: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
};

interface Raw {
  readonly width: number;
  readonly height: number;
  readonly filter: number;
  readonly header?: readonly number[];
}

/** A picture whose filtered bytes all are 1, so that its pixels depend on the filter. */
const picture = ({ width, height, filter, header = [8, 6, 0, 0, 0] }: Raw): Buffer => {
  const sizes = Buffer.alloc(8);
  sizes.writeUInt32BE(width, 0);
  sizes.writeUInt32BE(height, 4);
  const stride = width * (header[1] === 6 ? 4 : 3);
  const row = Buffer.concat([Buffer.from([filter]), Buffer.alloc(stride, 1)]);
  const data = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    crcLess('IHDR', Buffer.concat([sizes, Buffer.from(header)])),
    // Browsers divide the data into several chunks.
    crcLess('IDAT', data.subarray(0, 5)),
    crcLess('IDAT', data.subarray(5)),
    crcLess('IEND', Buffer.alloc(0)),
  ]);
};

/** The pixels of what `fillBoxes` writes: every row has the filter that subtracts the row above. */
const pixelsOf = (png: Buffer): readonly (readonly number[])[] => {
  const stride = png.readUInt32BE(16) * (png[25] === 6 ? 4 : 3);
  const data = inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)));
  const rows: number[][] = [];
  for (let y = 0; y < png.readUInt32BE(20); y += 1) {
    const row = [...data.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1))];
    rows.push(row.map((value, x) => (value + (rows[y - 1]?.[x] ?? 0)) & 0xff));
  }
  return rows;
};

const same = (): number => 1;

describe('fillBoxes', () => {
  it.each([
    ['none', 0, [1, 1, 1, 1, 1, 1, 1, 1]],
    ['sub', 1, [1, 1, 1, 1, 2, 2, 2, 2]],
    ['up', 2, [2, 2, 2, 2, 2, 2, 2, 2]],
    ['average', 3, [1, 1, 1, 1, 2, 2, 2, 2]],
    ['Paeth', 4, [2, 2, 2, 2, 3, 3, 3, 3]],
  ])('keeps the pixels of rows with filter %s', (_, filter, second) => {
    const rows = pixelsOf(fillBoxes(picture({ width: 2, height: 2, filter }), [], same));
    expect(rows[1]).toEqual(second);
  });

  it('blackens boxes, also those that reach over the edge, in pixels of the picture', () => {
    const png = picture({ width: 4, height: 2, filter: 0, header: [8, 2, 0, 0, 0] });
    const filled = fillBoxes(png, [{ x: 1.2, y: -5, width: 9, height: 5.2 }], (pixels) => pixels / 2);
    expect(pixelsOf(filled)).toEqual([
      [1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0],
      [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    ]);
    const opaque = fillBoxes(picture({ width: 1, height: 1, filter: 0 }), [{ x: 0, y: 0, width: 1, height: 1 }], same);
    expect(pixelsOf(opaque)).toEqual([[0, 0, 0, 255]]);
  });

  it.each([
    ['16 bits', [16, 6, 0, 0, 0]],
    ['a palette', [8, 3, 0, 0, 0]],
    ['interlaced rows', [8, 6, 0, 0, 1]],
  ])('rejects a picture with %s', (_, header) => {
    expect(() => fillBoxes(picture({ width: 1, height: 1, filter: 0, header }), [], same)).toThrow(
      'unsupported pixel format',
    );
  });

  it('rejects other bytes', () => {
    expect(() => fillBoxes(Buffer.from('GIF89a, not a PNG'), [], same)).toThrow('not a PNG');
  });
});
