import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { cutUp } from './frames.ts';
import { expectAnswer, expectAnswerToNoise } from './http-answers.ts';
import { encode } from './http-requests.ts';
import type { HttpFrame } from './http-requests.ts';
import { HttpResponses } from './http-responses.ts';
import type { HttpResponse } from './http-responses.ts';
import { expectEnd, inTime, startSubject } from './subject.ts';
import type { Subject } from './subject.ts';

/** The input of one connection: requests without a pause, and then perhaps bytes that are not a request. */
export interface Conversation {
  readonly frames: readonly HttpFrame[];
  readonly cuts: readonly number[];
  readonly noise: Buffer;
}

/** A server in a process of its own, behind a port. */
export class HttpSubject {
  readonly #subject: Subject;
  readonly #port: number;
  #sessions: readonly string[] = [];

  private constructor(subject: Subject, port: number) {
    this.#subject = subject;
    this.#port = port;
  }

  static async start(): Promise<HttpSubject> {
    const subject = startSubject('http');
    const [line] = (await inTime(once(subject.process.stdout, 'data'), subject.complaints)) as [Buffer];
    return new HttpSubject(subject, Number(line.toString()));
  }

  /** Resolves when every request has its answer, in order, and the connection is closed. */
  async converse({ frames, cuts, noise }: Conversation): Promise<void> {
    const { process: child } = this.#subject;
    if (child.exitCode !== null) throw new Error(`It has ended with ${child.exitCode}: ${this.#subject.complaints()}`);
    const socket = connect(this.#port, '127.0.0.1').setNoDelay();
    const bytes = Buffer.concat([...frames.map((frame) => encode(frame, this.#sessionOf(frame))), noise]);
    try {
      await inTime(
        Promise.all([this.#hear(socket, frames), write(socket, cutUp(bytes, cuts))]),
        () => `nobody answers\n${bytes.toString().slice(0, 2000)}`,
      );
    } finally {
      socket.destroy();
    }
  }

  /** A good call, and its answer. */
  async call(name: string, args: object): Promise<Readonly<Record<string, number>>> {
    const response = await fetch(`http://127.0.0.1:${this.#port}/fuzz/tools/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(args),
    });
    const answer = (await response.json()) as Record<string, number>;
    if (!response.ok) throw new Error(`A good call fails: ${JSON.stringify(answer)}`);
    return answer;
  }

  async end(): Promise<void> {
    this.#subject.process.kill('SIGTERM');
    await expectEnd(this.#subject);
  }

  kill(): void {
    this.#subject.process.kill('SIGKILL');
  }

  async #hear(socket: Socket, frames: readonly HttpFrame[]): Promise<void> {
    const responses = new HttpResponses();
    const waiting = [...frames];
    try {
      for await (const chunk of socket as AsyncIterable<Buffer>) {
        responses.push(chunk);
        if (!this.#take(responses, waiting)) return;
        // Not earlier: after the client hangs up, it gets no more answers.
        if (waiting.length === 0 && !socket.writableEnded) socket.end();
      }
    } catch (error) {
      // The server may hang up on noise at any time, but not on a request.
      if (waiting.length > 0 || (error as { code?: string }).code !== 'ECONNRESET') throw error;
    }
    const [frame] = waiting;
    if (frame) throw new Error(`Hung up on before\n${encode(frame, []).toString().slice(0, 1000)}`);
    expectAnswerToNoise(responses.rest.toString('latin1'));
  }

  /** Holds the responses that have come so far against their requests. False if one has begun that never ends. */
  #take(responses: HttpResponses, waiting: HttpFrame[]): boolean {
    for (let [frame] = waiting; frame; [frame] = waiting) {
      const response = responses.next(frame.method);
      if (!response) break;
      waiting.shift();
      this.#learn(frame, response);
      expectAnswer(frame, response);
      if (!response.whole) return false;
      if (response.headers.get('connection') === 'close') waiting.length = 0;
    }
    return true;
  }

  #sessionOf({ session }: HttpFrame): readonly (readonly [string, string])[] {
    if (session === undefined) return [];
    return [['mcp-session-id', this.#sessions[session % this.#sessions.length] ?? 'none']];
  }

  #learn({ method }: HttpFrame, { status, headers }: HttpResponse): void {
    const opened = headers.get('mcp-session-id');
    if (opened !== undefined && !this.#sessions.includes(opened))
      this.#sessions = [...this.#sessions, opened].slice(-20);
    // Which one has ended is not said; the rest is soon open again.
    if (method === 'DELETE' && status === 200) this.#sessions = this.#sessions.slice(1);
  }
}

const write = async (socket: Socket, pieces: readonly Buffer[]): Promise<void> => {
  for (const piece of pieces) {
    if (socket.destroyed || socket.writableEnded) return;
    socket.write(piece);
    await setImmediate();
  }
};
