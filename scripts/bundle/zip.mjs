import { crc32, deflateRawSync } from 'node:zlib';

/** 1980-01-01, the first day of the format: the same files make the same archive on any day. */
const day = (1 << 5) | 1;
const utf8Names = 0x0800;
const deflated = 8;
const needed = 20;
const madeOnUnix = (3 << 8) | needed;
const readableFile = 0o100644;
const executableFile = 0o100755;

/**
 * A ZIP archive of files, in the order of their names. The same Node makes the same bytes of the same files.
 *
 * @param {ReadonlyMap<string, { bytes: Buffer, isExecutable?: boolean }>} files By their paths in the archive.
 * @returns {Buffer}
 */
export const zip = (files) => {
  const entries = [...files].sort(([one], [other]) => (one < other ? -1 : 1));
  if (entries.length > 0xffff) throw new Error('These are more files than a plain ZIP archive holds');
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const [path, { bytes, isExecutable = false }] of entries) {
    const name = Buffer.from(path);
    const packed = deflateRawSync(bytes, { level: 9 });
    const common = fields([
      [2, needed],
      [2, utf8Names],
      [2, deflated],
      [2, 0],
      [2, day],
      [4, crc32(bytes)],
      [4, packed.length],
      [4, bytes.length],
      [2, name.length],
      [2, 0],
    ]);
    const local = Buffer.concat([fields([[4, 0x04034b50]]), common, name, packed]);
    const head = fields([
      [4, 0x02014b50],
      [2, madeOnUnix],
    ]);
    const tail = fields([
      [2, 0],
      [2, 0],
      [2, 0],
      [4, (isExecutable ? executableFile : readableFile) * 0x10000],
      [4, offset],
    ]);
    parts.push(local);
    directory.push(head, common, tail, name);
    offset += local.length;
  }
  const listing = Buffer.concat(directory);
  const end = fields([
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, entries.length],
    [2, entries.length],
    [4, listing.length],
    [4, offset],
    [2, 0],
  ]);
  return Buffer.concat([...parts, listing, end]);
};

/** Numbers of two or four bytes, the lowest byte first. One that does not fit throws. */
const fields = (/** @type {[2 | 4, number][]} */ given) =>
  Buffer.concat(
    given.map(([size, value]) => {
      const field = Buffer.alloc(size);
      field.writeUIntLE(value, 0, size);
      return field;
    }),
  );
