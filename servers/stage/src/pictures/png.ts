import { crc32, deflateSync, inflateSync } from 'node:zlib';
import type { Box } from '../observe/flat-node.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** A filter of PNG: each byte of a row minus the byte above it. It suits pictures of pages. */
const upFilter = 2;

interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly bytesPerPixel: 3 | 4;
  /** Rows of pixels, top to bottom, without filter bytes. */
  readonly data: Buffer;
}

/**
 * Fills boxes of a picture with black. `scale` is the number of pixels for each unit of the boxes. Takes the form of PNG
 * that browsers write: 8 bits for each colour, not interlaced. Throws for any other.
 */
export const fillBoxes = (png: Buffer, boxes: readonly Box[], toScale: (pngWidth: number) => number): Buffer => {
  const pixels = decode(png);
  const { width, height, bytesPerPixel, data } = pixels;
  const scale = toScale(width);
  for (const box of boxes) {
    const left = clamp(Math.floor(box.x * scale), width);
    const right = clamp(Math.ceil((box.x + box.width) * scale), width);
    const bottom = clamp(Math.ceil((box.y + box.height) * scale), height);
    for (let y = clamp(Math.floor(box.y * scale), height); y < bottom; y += 1) {
      const row = data.subarray((y * width + left) * bytesPerPixel, (y * width + right) * bytesPerPixel);
      row.fill(0);
      if (bytesPerPixel === 4) for (let at = 3; at < row.length; at += 4) row[at] = 0xff;
    }
  }
  return encode(pixels);
};

const clamp = (value: number, most: number): number => Math.min(most, Math.max(0, value));

const decode = (png: Buffer): Pixels => {
  if (!png.subarray(0, 8).equals(signature)) throw new Error('The image is not a PNG');
  const parts: Buffer[] = [];
  for (let at = 8; at + 12 <= png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString('latin1', at + 4, at + 8) !== 'IDAT') continue;
    parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const [depth, colours, , , interlace] = png.subarray(24, 29);
  if (depth !== 8 || (colours !== 2 && colours !== 6) || interlace !== 0)
    throw new Error('The PNG has an unsupported pixel format');
  const bytesPerPixel = colours === 6 ? 4 : 3;
  const stride = width * bytesPerPixel;
  const filtered = inflateSync(Buffer.concat(parts), { maxOutputLength: (stride + 1) * height });
  const data = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1) unfilterRow(filtered, data, { y, stride, bytesPerPixel });
  return { width, height, bytesPerPixel, data };
};

interface Row {
  readonly y: number;
  readonly stride: number;
  readonly bytesPerPixel: number;
}

/** Undoes the filter of a row: each byte was written as its difference to a prediction. */
const unfilterRow = (filtered: Buffer, data: Buffer, { y, stride, bytesPerPixel }: Row): void => {
  const from = y * (stride + 1) + 1;
  const to = y * stride;
  const filter = filtered[from - 1] as number;
  for (let x = 0; x < stride; x += 1) {
    const left = x < bytesPerPixel ? 0 : (data[to + x - bytesPerPixel] as number);
    const up = y === 0 ? 0 : (data[to + x - stride] as number);
    const upLeft = x < bytesPerPixel || y === 0 ? 0 : (data[to + x - stride - bytesPerPixel] as number);
    data[to + x] = (filtered[from + x] as number) + predicted(filter, left, up, upLeft);
  }
};

const predicted = (filter: number, left: number, up: number, upLeft: number): number => {
  switch (filter) {
    case 0:
      return 0;
    case 1:
      return left;
    case upFilter:
      return up;
    case 3:
      return (left + up) >> 1;
    default: {
      const [toLeft, toUp] = [Math.abs(up - upLeft), Math.abs(left - upLeft)];
      const toUpLeft = Math.abs(left + up - 2 * upLeft);
      if (toLeft <= toUp && toLeft <= toUpLeft) return left;
      return toUp <= toUpLeft ? up : upLeft;
    }
  }
};

const encode = ({ width, height, bytesPerPixel, data }: Pixels): Buffer => {
  const stride = width * bytesPerPixel;
  const filtered = Buffer.alloc((stride + 1) * height);
  for (let y = 0; y < height; y += 1) {
    const to = y * (stride + 1);
    filtered[to] = upFilter;
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x;
      filtered[to + 1 + x] = (data[at] as number) - (y === 0 ? 0 : (data[at - stride] as number));
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, bytesPerPixel === 4 ? 6 : 2, 0, 0, 0], 8);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(filtered)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
};
