import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';

export interface ZipEntry {
  readonly path: string;
  readonly content: Uint8Array;
}

/** The file is not a zip file that this program reads. */
export class ZipError extends Error {
  override readonly name = 'ZipError';
}

const localHeader = 0x04034b50;
const centralHeader = 0x02014b50;
const endRecord = 0x06054b50;
const localBytes = 30;
const centralBytes = 46;
const endBytes = 22;
const longestComment = 0xffff;
const mostEntries = 0xfffe;
const mostBytes = 0xfffffffe;
/** 1 January 1980: equal contents make equal files. */
const noDate = 0x0021;
const utf8Names = 0x0800;
const stored = 0;
const deflated = 8;

/** Writes a zip file. */
export const writeZip = (entries: readonly ZipEntry[]): Buffer => {
  if (entries.length > mostEntries)
    throw new ZipError(`A bundle can have at most ${mostEntries} files, got ${entries.length}`);
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { path, content } of entries) {
    const name = Buffer.from(path);
    const packed = deflateRawSync(content);
    const method = packed.byteLength < content.byteLength ? deflated : stored;
    const data = method === deflated ? packed : Buffer.from(content);
    const facts = { method, crc: crc32(Buffer.from(content)), packed: data.byteLength, size: content.byteLength };
    const local = headerOf(localHeader, localBytes, { ...facts, name });
    const central = headerOf(centralHeader, centralBytes, { ...facts, name });
    central.writeUInt32LE(offset, 42);
    parts.push(local, name, data);
    directory.push(central, name);
    offset += local.byteLength + name.byteLength + data.byteLength;
    if (offset > mostBytes) throw new ZipError('A bundle cannot be larger than 4 GiB');
  }
  const size = directory.reduce((sum, part) => sum + part.byteLength, 0);
  const end = Buffer.alloc(endBytes);
  end.writeUInt32LE(endRecord, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...directory, end]);
};

interface HeaderFacts {
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly name: Buffer;
}

/** Both headers have the same fields; in the directory they come two bytes later. */
const headerOf = (signature: number, bytes: number, { method, crc, packed, size, name }: HeaderFacts): Buffer => {
  const header = Buffer.alloc(bytes);
  const at = signature === centralHeader ? 2 : 0;
  header.writeUInt32LE(signature, 0);
  if (at > 0) header.writeUInt16LE(20, 4);
  header.writeUInt16LE(20, 4 + at);
  header.writeUInt16LE(utf8Names, 6 + at);
  header.writeUInt16LE(method, 8 + at);
  header.writeUInt16LE(noDate, 12 + at);
  header.writeUInt32LE(crc, 14 + at);
  header.writeUInt32LE(packed, 18 + at);
  header.writeUInt32LE(size, 22 + at);
  header.writeUInt16LE(name.byteLength, 26 + at);
  return header;
};

/** Reads a zip file of at most so many bytes when unpacked. Each content is checked against its checksum. */
export const readZip = (file: Uint8Array, mostUnpacked: number): ReadonlyMap<string, Buffer> => {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  try {
    return readEntries(bytes, mostUnpacked);
  } catch (error) {
    if (error instanceof ZipError) throw error;
    throw new ZipError('The zip file is incomplete or damaged', { cause: error });
  }
};

const readEntries = (bytes: Buffer, mostUnpacked: number): ReadonlyMap<string, Buffer> => {
  const end = findEnd(bytes);
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  let left = mostUnpacked;
  const entries = new Map<string, Buffer>();
  for (let index = 0; index < count; index += 1) {
    if (bytes.readUInt32LE(at) !== centralHeader)
      throw new ZipError('The central directory of the zip file is damaged');
    const nameLength = bytes.readUInt16LE(at + 28);
    const path = bytes.toString('utf8', at + centralBytes, at + centralBytes + nameLength);
    const size = bytes.readUInt32LE(at + 24);
    left -= size;
    if (left < 0) throw new ZipError(`The zip file unpacks to more than ${mostUnpacked} bytes`);
    if (entries.has(path)) throw new ZipError(`The zip file contains '${path}' twice`);
    entries.set(path, contentAt(bytes, at, size, path));
    at += centralBytes + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
};

const contentAt = (bytes: Buffer, central: number, size: number, path: string): Buffer => {
  const method = bytes.readUInt16LE(central + 10);
  const packed = bytes.readUInt32LE(central + 20);
  const local = bytes.readUInt32LE(central + 42);
  const from = local + localBytes + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
  const data = bytes.subarray(from, from + packed);
  if (method !== stored && method !== deflated) throw new ZipError(`'${path}' uses an unsupported compression method`);
  const content = method === stored ? data : inflateRawSync(data, { maxOutputLength: Math.max(1, size) });
  if (content.byteLength !== size || crc32(content) !== bytes.readUInt32LE(central + 16)) {
    throw new ZipError(`'${path}' is damaged`);
  }
  return content;
};

const findEnd = (bytes: Buffer): number => {
  const first = Math.max(0, bytes.byteLength - endBytes - longestComment);
  for (let at = bytes.byteLength - endBytes; at >= first; at -= 1) {
    if (bytes.readUInt32LE(at) === endRecord) return at;
  }
  throw new ZipError('The file is not a zip file');
};
