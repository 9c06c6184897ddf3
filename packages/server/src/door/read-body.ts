import type { IncomingMessage } from 'node:http';

export type Body =
  | { readonly kind: 'whole'; readonly bytes: Buffer }
  | { readonly kind: 'too large'; readonly length: number }
  /** The caller went away. */
  | { readonly kind: 'broken' };

/**
 * Reads a body up to a limit. The rest of a longer body is read and dropped: a caller whose connection is closed while it
 * still sends may never see the answer. The time limit of a request bounds how long that takes.
 */
export const readBody = (request: IncomingMessage, limit: number, done: (body: Body) => void): void => {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > limit) {
    request.resume();
    return done({ kind: 'too large', length: announced });
  }
  let first: Buffer | undefined;
  let others: Buffer[] | undefined;
  let length = 0;
  let ended = false;
  const end = (body: Body): void => {
    if (ended) return;
    ended = true;
    done(body);
  };
  request.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (ended) return;
    if (length > limit) {
      [first, others] = [undefined, undefined];
      return end({ kind: 'too large', length });
    }
    if (first === undefined) first = chunk;
    else (others ??= []).push(chunk);
  });
  request.on('end', () =>
    end({ kind: 'whole', bytes: others ? Buffer.concat([first ?? Buffer.alloc(0), ...others]) : (first ?? empty) }),
  );
  // Also emitted if the caller goes away before the end.
  request.on('error', () => end({ kind: 'broken' }));
};

const empty = Buffer.alloc(0);
