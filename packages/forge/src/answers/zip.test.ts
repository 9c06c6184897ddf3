import { crc32, inflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { zip } from './zip.ts';

/** Reads an archive from its end, as unpackers do. */
function unzip(archive: Buffer): Map<string, string> {
  const end = archive.length - 22;
  expect(archive.toString('latin1', end, end + 4)).toBe('PK\u0005\u0006');
  const files = new Map<string, string>();
  let at = archive.readUInt32LE(end + 16);
  for (let count = archive.readUInt16LE(end + 10); count > 0; count -= 1) {
    expect(archive.toString('latin1', at, at + 4)).toBe('PK\u0001\u0002');
    const [sum, packed, length] = [16, 20, 24].map((field) => archive.readUInt32LE(at + field)) as [
      number,
      number,
      number,
    ];
    const nameLength = archive.readUInt16LE(at + 28);
    const local = archive.readUInt32LE(at + 42);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    expect(archive.toString('latin1', local, local + 4)).toBe('PK\u0003\u0004');
    const data = local + 30 + archive.readUInt16LE(local + 26);
    const content = inflateRawSync(archive.subarray(data, data + packed));
    expect([content.length, crc32(content)]).toEqual([length, sum]);
    files.set(name, content.toString('utf8'));
    at += 46 + nameLength;
  }
  expect(at).toBe(end);
  return files;
}

it('packs files that any unpacker reads: names in UTF-8, empty files, long ones', () => {
  const files = new Map([
    ['build/1_Set up.txt', 'hello\n'],
    ['Größe/2_測試.txt', 'x'.repeat(100_000)],
    ['empty.txt', ''],
  ]);
  const archive = zip([...files].map(([name, content]) => ({ name, content: Buffer.from(content) })));
  expect(unzip(archive)).toEqual(files);
});

it('packs nothing', () => {
  expect(unzip(zip([]))).toEqual(new Map());
});
