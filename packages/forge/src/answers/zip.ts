import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  readonly content: Buffer;
}

const deflated = 8;
/** The flag for names in UTF-8. */
const utf8Names = 0x0800;
/** 1 January 1980, the first date that the format has: the same files give the same archive. */
const firstDate = 0x0021;

/** Packs files into a zip archive. Sizes are those of the old format: 4 GiB and 65,535 files are its limits. */
export function zip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const packed = deflateRawSync(entry.content);
    const name = Buffer.from(entry.name);
    const common = describe(entry, packed, name);
    directory.push(centralRecord(common, offset), name);
    const local = localRecord(common);
    parts.push(local, name, packed);
    offset += local.length + name.length + packed.length;
  }
  const central = Buffer.concat(directory);
  return Buffer.concat([...parts, central, endRecord(entries.length, central.length, offset)]);
}

/** The fields that both records of a file have in common. */
function describe({ content }: ZipEntry, packed: Buffer, name: Buffer): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(utf8Names, 2);
  fields.writeUInt16LE(deflated, 4);
  fields.writeUInt16LE(firstDate, 8);
  fields.writeUInt32LE(crc32(content), 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(content.length, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}

function localRecord(common: Buffer): Buffer {
  return Buffer.concat([Buffer.from('PK\u0003\u0004'), common]);
}

function centralRecord(common: Buffer, offset: number): Buffer {
  const tail = Buffer.alloc(14);
  tail.writeUInt32LE(offset, 10);
  return Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), common, tail]);
}

function endRecord(count: number, bytes: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(bytes, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
