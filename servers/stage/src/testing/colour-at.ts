import { inflateSync } from 'node:zlib';
import { fillBoxes } from '../pictures/png.ts';

/** The colour at a place of a PNG, as `#rrggbb`. */
export const colourAt = (given: Buffer, x: number, y: number): string => {
  // `fillBoxes` writes every picture in one chunk with one filter, which makes it easy to read.
  const png = fillBoxes(given, [], () => 1);
  const bytes = png[25] === 6 ? 4 : 3;
  const stride = png.readUInt32BE(16) * bytes;
  const data = inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)));
  const pixel = [0, 0, 0];
  for (let row = 0; row <= y; row += 1)
    for (const at of [0, 1, 2])
      pixel[at] = ((pixel[at] ?? 0) + (data[row * (stride + 1) + 1 + x * bytes + at] ?? 0)) & 255;
  return `#${pixel.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
};
