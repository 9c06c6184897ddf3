import type { IncomingMessage } from 'node:http';
import { Refusal } from './answers/refusal.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads a JSON body, never more than `maxBytes` of it. No body at all is undefined. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<unknown> {
  const tooLarge = (): Refusal => new Refusal(413, 'Payload Too Large', { headers: { connection: 'close' } });
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      const piece = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
      bytes += piece.length;
      if (bytes > maxBytes) throw tooLarge();
      chunks.push(piece);
    }
  } catch (error) {
    // The client closed the connection mid-body: it gets no answer, and this is not an internal error.
    throw error instanceof Refusal ? error : new Refusal(400, 'Problems parsing JSON');
  }
  if (bytes === 0) return undefined;
  try {
    return JSON.parse(utf8.decode(Buffer.concat(chunks)));
  } catch {
    throw new Refusal(400, 'Problems parsing JSON');
  }
}
