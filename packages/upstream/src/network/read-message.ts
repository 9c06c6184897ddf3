import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { UpstreamError } from './upstream-error.ts';

const nothing = Buffer.alloc(0);
const unpackers = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
]);

/** Reads a body to its end and unpacks it, and not a byte beyond the limit in either form. */
export const readMessage = async (message: IncomingMessage, maxBytes: number): Promise<Buffer> => {
  const packed = await readPacked(message, maxBytes);
  const encoding = message.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity' || packed.length === 0) return packed;
  const status = message.statusCode ?? 0;
  const unpack = unpackers.get(encoding);
  if (!unpack) throw new UpstreamError('unreadable', { status });
  try {
    return await unpack(packed, { maxOutputLength: maxBytes });
  } catch (cause) {
    const tooLarge = cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE';
    throw tooLarge
      ? new UpstreamError('too_large', { status, size: { limit: maxBytes, actual: maxBytes + 1 } })
      : new UpstreamError('unreadable', { status, cause });
  }
};

const readPacked = (message: IncomingMessage, maxBytes: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const refuse = (actual: number): void => {
      const size = { limit: maxBytes, actual };
      reject(new UpstreamError('too_large', { status: message.statusCode ?? 0, size }));
      message.destroy();
    };
    const announced = Number(message.headers['content-length'] ?? 0);
    message.on('error', reject);
    // A connection that ends early may end without an error.
    message.on('close', () => {
      if (!message.readableEnded) reject(new Error('The connection ended before the response was complete'));
    });
    if (announced > maxBytes) return refuse(announced);
    let first: Buffer | undefined;
    let rest: Buffer[] | undefined;
    let size = 0;
    message.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) return refuse(size);
      if (!first) first = chunk;
      else (rest ??= []).push(chunk);
    });
    message.on('end', () => resolve(rest && first ? Buffer.concat([first, ...rest], size) : (first ?? nothing)));
  });
