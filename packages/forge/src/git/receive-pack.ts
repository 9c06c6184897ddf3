import type { Readable } from 'node:stream';

interface PushCommand {
  readonly from: string;
  readonly to: string;
  readonly ref: string;
}

export interface PushRequest {
  readonly commands: readonly PushCommand[];
  readonly capabilities: readonly string[];
  /** Everything that was read, to be passed on before the rest of the stream. */
  readonly prefix: Buffer;
}

/** The client sent what no git client sends. */
export class MalformedPush extends Error {
  override readonly name = 'MalformedPush';
}

const maxCommandBytes = 32 * 1024 * 1024;

/** Reads the commands in front of the pack: which refs shall move, before anything moves. */
export async function readPush(stream: Readable): Promise<PushRequest> {
  const reader = new PacketReader();
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    reader.add(Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk)));
    if (reader.finished) break;
    if (reader.bytes > maxCommandBytes) throw new MalformedPush('too many commands');
  }
  const lines = reader.lines;
  const [first = Buffer.alloc(0)] = lines;
  const zero = first.indexOf(0);
  const capabilities =
    zero < 0
      ? []
      : first
          .toString('utf8', zero + 1)
          .trim()
          .split(' ');
  const commands = lines.flatMap((line, index) => {
    const text = (index === 0 && zero >= 0 ? line.subarray(0, zero) : line).toString('utf8').trimEnd();
    const [, from = '', to = '', ref = ''] = /^([0-9a-f]{40}) ([0-9a-f]{40}) (.+)$/.exec(text) ?? [];
    if (text.startsWith('push-cert')) throw new MalformedPush('signed pushes are not supported');
    return ref === '' ? [] : [{ from, to, ref }];
  });
  return { commands, capabilities, prefix: reader.whole };
}

/** Git's packet lines up to the first flush. */
class PacketReader {
  readonly lines: Buffer[] = [];
  finished = false;
  #chunks: Buffer[] = [];
  #pending = Buffer.alloc(0);
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  get whole(): Buffer {
    return Buffer.concat(this.#chunks);
  }

  add(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    this.#pending = Buffer.concat([this.#pending, chunk]);
    while (!this.finished && this.#pending.length >= 4) {
      const length = Number.parseInt(this.#pending.toString('latin1', 0, 4), 16);
      if (Number.isNaN(length) || (length > 0 && length < 4)) throw new MalformedPush('invalid packet line');
      if (length === 0) this.finished = true;
      else if (this.#pending.length < length) return;
      else this.lines.push(Buffer.from(this.#pending.subarray(4, length)));
      this.#pending = this.#pending.subarray(Math.max(length, 4));
    }
  }
}

/** The report that declines a whole push, with the reason for each ref that is to blame. */
export function renderRefusal(push: PushRequest, reasons: ReadonlyMap<string, string>): Buffer {
  const report = push.commands.map(({ ref }) =>
    packet(
      `ng ${ref} ${reasons.has(ref) ? 'protected branch hook declined' : 'push declined with a protected branch'}\n`,
    ),
  );
  const inner = Buffer.concat([packet('unpack ok\n'), ...report, flush]);
  if (!push.capabilities.some((name) => name.startsWith('report-status'))) return flush;
  if (!push.capabilities.includes('side-band-64k')) return inner;
  const told = [...reasons].map(([ref, reason]) =>
    packet(`\u0002error: GH006: Protected branch update failed for ${ref}.\nerror: ${reason}\n`),
  );
  return Buffer.concat([...told, ...bands(inner), flush]);
}

const flush = Buffer.from('0000');

function bands(content: Buffer): Buffer[] {
  const size = 60_000;
  return Array.from({ length: Math.ceil(content.length / size) }, (_, index) =>
    packet(Buffer.concat([Buffer.from([1]), content.subarray(index * size, (index + 1) * size)])),
  );
}

function packet(content: string | Buffer): Buffer {
  const body = Buffer.from(content);
  return Buffer.concat([Buffer.from((body.length + 4).toString(16).padStart(4, '0')), body]);
}
