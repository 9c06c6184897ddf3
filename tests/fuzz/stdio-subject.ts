import { setImmediate } from 'node:timers/promises';
import { expectationOf } from './expectation.ts';
import type { Expectation } from './expectation.ts';
import { cutUp } from './frames.ts';
import { expectEnd, inTime, startSubject } from './subject.ts';
import type { Subject } from './subject.ts';
import { Waiting } from './waiting.ts';
import { expectNoInsides } from './well-formed.ts';

const newline = Buffer.from('\n');

/** A server in a process of its own, at the other end of stdin and stdout. */
export class StdioSubject {
  readonly #subject: Subject = startSubject('stdio');
  readonly #waiting = new Waiting();
  readonly #failed: Promise<never>;
  #fail: (error: unknown) => void = () => undefined;
  #settled: () => void = () => undefined;
  #rest = '';
  #last: unknown;
  #asked = 0;

  constructor() {
    const { process: child } = this.#subject;
    this.#failed = new Promise((_, reject) => (this.#fail = reject));
    this.#failed.catch(() => undefined);
    child.stdout.setEncoding('utf8').on('data', (text: string) => this.#read(text));
    child.stdin.on('error', this.#fail);
    child.once('exit', (status) => this.#fail(new Error(`It has ended with ${status}: ${this.#subject.complaints()}`)));
  }

  /** Sends frames, each on a line, cut up anywhere; then a good call. Resolves when all of them have been answered. */
  async send(frames: readonly Buffer[], cuts: readonly number[]): Promise<void> {
    const bytes = Buffer.concat(frames.flatMap((frame) => [frame, newline]));
    this.#waiting.forgetCancelled();
    for (const line of linesOf(bytes)) this.#expect(line);
    for (const piece of cutUp(bytes, cuts)) {
      this.#subject.process.stdin.write(piece);
      await setImmediate();
    }
    await this.call('echo', { text: 'still there' });
  }

  /** A good call, and its answer. */
  async call(name: string, args: object): Promise<Readonly<Record<string, number>>> {
    this.#asked += 1;
    const id = `good call ${this.#asked}`;
    const line = Buffer.from(
      JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } }),
    );
    this.#waiting.add(line, expectationOf(line));
    const settled = new Promise<void>((resolve) => (this.#settled = resolve));
    this.#subject.process.stdin.write(Buffer.concat([line, newline]));
    await inTime(Promise.race([settled, this.#failed]), () => `nobody answers\n${this.#waiting.missing}`);
    const { result } = this.#last as { result: { isError?: boolean; structuredContent: Record<string, number> } };
    if (result.isError) throw new Error(`A good call fails: ${JSON.stringify(this.#last)}`);
    return result.structuredContent;
  }

  async end(): Promise<void> {
    this.#subject.process.stdin.end();
    await expectEnd(this.#subject);
  }

  kill(): void {
    this.#subject.process.kill('SIGKILL');
  }

  #expect(line: Buffer): void {
    const expectation: Expectation = expectationOf(line);
    this.#waiting.add(line, expectation);
    const cancelled = expectation.kind === 'nothing' ? cancelledBy(line) : undefined;
    if (cancelled !== undefined) this.#waiting.cancel(cancelled);
  }

  #read(text: string): void {
    const lines = `${this.#rest}${text}`.split('\n');
    this.#rest = lines.pop() ?? '';
    try {
      for (const line of lines) this.#take(line);
    } catch (error) {
      this.#fail(error);
    }
    if (this.#waiting.isOver) this.#settled();
  }

  #take(line: string): void {
    expectNoInsides(line);
    const answer: unknown = JSON.parse(line);
    this.#waiting.take(answer);
    if ((answer as { id?: unknown }).id === `good call ${this.#asked}`) this.#last = answer;
  }
}

const linesOf = (bytes: Buffer): readonly Buffer[] => {
  const lines: Buffer[] = [];
  for (let from = 0; from < bytes.length;) {
    const at = bytes.indexOf(newline, from);
    lines.push(bytes.subarray(from, at));
    from = at + 1;
  }
  return lines;
};

/** The id of the request that a notification cancels. */
const cancelledBy = (line: Buffer): string | number | undefined => {
  const text = line.toString();
  if (!text.includes('notifications/cancelled')) return undefined;
  const { params } = JSON.parse(text) as { params?: { requestId?: string | number } | null };
  return params?.requestId;
};

/** The notification that cancels the request in a frame, if the frame contains one. */
export const cancelling = (frame: Buffer): readonly Buffer[] => {
  const expectation = expectationOf(frame);
  const [requestId] = expectation.kind === 'answer' ? expectation.ids : [];
  if (requestId === undefined || requestId === null) return [];
  return [Buffer.from(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } }))];
};
