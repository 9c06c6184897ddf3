import { z } from 'zod';

/** A file in an archive, with the place of its bytes. */
export interface AsarFile {
  readonly name: string;
  readonly offset: number;
  readonly size: number;
  /** Its SHA-256; undefined if the archive records none. */
  readonly hash: string | undefined;
}

export interface AsarHeader {
  readonly files: readonly AsarFile[];
  /** The text of the header, whose hash a program can embed. */
  readonly text: string;
}

/** The header of an archive has a size before it, as four numbers of four bytes. */
export const prefixBytes = 16;
const mostHeaderBytes = 15 * 1024 * 1024;
const mostFiles = 100_000;
const mostDepth = 100;

/** The number of bytes of the header, from the prefix. Throws TypeError for anything but an archive. */
export const headerLength = (prefix: Buffer): number => {
  if (prefix.length < prefixBytes || prefix.readUInt32LE(0) !== 4) throw new TypeError('it is not an asar archive');
  const length = prefix.readUInt32LE(12);
  if (length > prefix.readUInt32LE(4) || length > mostHeaderBytes) throw new TypeError('its header is too large');
  return length;
};

const entry = z.object({
  files: z.record(z.string(), z.unknown()).optional(),
  offset: z
    .string()
    .regex(/^\d{1,15}$/u)
    .optional(),
  size: z.int().min(0).optional(),
  unpacked: z.boolean().optional(),
  link: z.string().optional(),
  integrity: z.object({ algorithm: z.string(), hash: z.string() }).optional(),
});

/** Reads the header. `start` is where the bytes of files begin. Throws TypeError for a header that is not valid. */
export const parseHeader = (text: string, start: number): AsarHeader => {
  const files: AsarFile[] = [];
  const visit = (value: unknown, name: string, depth: number): void => {
    const parsed = entry.safeParse(value);
    if (!parsed.success || depth > mostDepth) throw new TypeError(`the header is not valid at '${name.slice(0, 200)}'`);
    const { files: inner, offset, size, unpacked, integrity } = parsed.data;
    if (inner)
      for (const [key, child] of Object.entries(inner)) visit(child, name === '' ? key : `${name}/${key}`, depth + 1);
    else if (offset !== undefined && size !== undefined && unpacked !== true) {
      if (files.length >= mostFiles) throw new TypeError(`it has more than ${mostFiles} files`);
      const hash = integrity?.algorithm === 'SHA256' ? integrity.hash : undefined;
      files.push({ name, offset: start + Number(offset), size, hash });
    }
  };
  visit(JSON.parse(text), '', 0);
  return { files, text };
};
