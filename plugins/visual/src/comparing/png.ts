import { PNG } from 'pngjs';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Pixels with red, green, blue and alpha, from top left. */
export interface Bitmap extends Size {
  readonly data: Buffer;
}

const signature = '89504e470d0a1a0a';

/** The size of a picture, from its header. Throws TypeError for anything but a PNG. */
export const readPngSize = (png: Buffer): Size => {
  if (png.length < 33 || png.toString('hex', 0, 8) !== signature) throw new TypeError('it is not a PNG');
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
};

/** Decodes a PNG. Throws for one that is damaged. Check its size first: it decides how much memory this takes. */
export const decodePng = (png: Buffer): Bitmap => PNG.sync.read(png);

export const encodePng = ({ width, height, data }: Bitmap): Buffer => {
  const png = new PNG({ width, height });
  data.copy(png.data);
  return PNG.sync.write(png);
};

/** A bitmap of one colour. */
export const createBitmap = ({ width, height }: Size, colour: readonly [number, number, number]): Bitmap => ({
  width,
  height,
  data: Buffer.alloc(width * height * 4, Buffer.from([...colour, 255])),
});

/** Copies a bitmap into another one; the part that does not fit is left out. */
export const paste = (from: Bitmap, to: Bitmap, x: number, y: number): void => {
  const width = Math.min(from.width, to.width - x);
  for (let row = 0; row < Math.min(from.height, to.height - y); row += 1) {
    const start = row * from.width * 4;
    from.data.copy(to.data, ((y + row) * to.width + x) * 4, start, start + width * 4);
  }
};
