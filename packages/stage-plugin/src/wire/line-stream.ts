import type { Duplex } from 'node:stream';

/** Messages to the other side. */
export interface LineStream {
  /** Returns false for a message that is too long, which is not sent. */
  send(message: unknown): boolean;
  /** How many bytes the other side has not read yet. */
  pendingBytes(): number;
}

export interface LineStreamOptions {
  readonly onMessage: (message: unknown) => void;
  readonly onBroken: (reason: string) => void;
  /** Reads no further while the other side has left more than this unread. Only one of two sides may do that. */
  readonly mostUnreadBytes?: number;
  /** The longest message that is sent. */
  readonly mostSentBytes?: number;
}

/**
 * Reads and writes JSON messages, one per line. A line that is too long or is not JSON ends the stream: the other side
 * does not speak this protocol.
 */
export const openLineStream = (
  stream: Duplex,
  longest: number,
  { onMessage, onBroken, mostUnreadBytes = Infinity, mostSentBytes = Infinity }: LineStreamOptions,
): LineStream => {
  let pending: Buffer[] = [];
  let size = 0;
  let isBroken = false;
  const read = (): void => {
    if (stream.writableLength <= mostUnreadBytes) stream.resume();
  };
  /** Takes one chunk in each turn of the event loop, so that a flood of messages does not hold up everything else. */
  const waitForTurn = (): void => {
    stream.pause();
    setImmediate(read);
  };
  const fail = (reason: string): void => {
    isBroken = true;
    pending = [];
    stream.destroy();
    onBroken(reason);
  };
  const take = (line: string): void => {
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      fail('it sent a message that is not JSON');
      return;
    }
    onMessage(message);
  };
  stream.on('data', (chunk: Buffer) => {
    const [first = chunk, ...others] = linesOf(chunk);
    pending.push(first);
    size += first.length;
    for (const next of others) {
      if (isBroken) return;
      const line = Buffer.concat(pending).toString('utf8');
      pending = [next];
      size = next.length;
      take(line);
    }
    if (!isBroken && size > longest) fail(`it sent a message of more than ${longest} bytes`);
    else waitForTurn();
  });
  stream.on('error', () => undefined);
  stream.on('drain', read);
  return {
    send: (message) => {
      if (stream.destroyed || !stream.writable) return true;
      const line = Buffer.from(`${JSON.stringify(message)}\n`);
      if (line.length > mostSentBytes) return false;
      stream.write(line);
      if (stream.writableLength > mostUnreadBytes) stream.pause();
      return true;
    },
    pendingBytes: () => stream.writableLength,
  };
};

/** The parts of a chunk between its line ends; the last one is the beginning of the next line. */
const linesOf = (chunk: Buffer): readonly Buffer[] => {
  const parts: Buffer[] = [];
  let start = 0;
  for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
    parts.push(chunk.subarray(start, end));
    start = end + 1;
  }
  return [...parts, chunk.subarray(start)];
};
