import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { gitEnvironment } from './git-environment.ts';
import { GitError } from './git-error.ts';

export interface ObjectInfo {
  readonly sha: string;
  readonly type: string;
  readonly size: number;
}

export interface GitObject extends ObjectInfo {
  readonly content: Buffer;
}

interface Waiting {
  readonly withContent: boolean;
  resolve(found: GitObject | undefined): void;
  reject(error: Error): void;
}

const idleMs = 20_000;

/**
 * One `git cat-file --batch-command` that lives while it is used: reading an object costs a line on a pipe instead
 * of a process. It sees refs and objects as they are at the moment of the question.
 */
export class ObjectReader {
  readonly #directory: string;
  #child: ChildProcessWithoutNullStreams | undefined;
  #pending = Buffer.alloc(0);
  #chunks: Buffer[] = [];
  #buffered = 0;
  /** Bytes that must be there before parsing is worth trying again, so that a large object is joined once. */
  #wanted = 1;
  readonly #waiting: Waiting[] = [];
  #idle: NodeJS.Timeout | undefined;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** `name` must be an object id or a ref name that was checked before: a line break in it would be a second question. */
  async info(name: string): Promise<ObjectInfo | undefined> {
    return this.#ask('info', name);
  }

  async contents(name: string): Promise<GitObject | undefined> {
    return this.#ask('contents', name);
  }

  /** Ends the process if no request is waiting for it; the next request starts a new one. */
  close(): void {
    if (this.#waiting.length > 0) return;
    clearTimeout(this.#idle);
    this.#child?.stdin.end();
    this.#child = undefined;
  }

  #ask(verb: 'info' | 'contents', name: string): Promise<GitObject | undefined> {
    if (/[\r\n\0]/.test(name)) return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      const child = (this.#child ??= this.#start());
      this.#waiting.push({ withContent: verb === 'contents', resolve, reject });
      clearTimeout(this.#idle);
      child.stdin.write(`${verb} ${name}\n`);
    });
  }

  #start(): ChildProcessWithoutNullStreams {
    const child = spawn('git', ['--git-dir', this.#directory, 'cat-file', '--batch-command'], {
      env: gitEnvironment(),
      windowsHide: true,
    });
    child.stdin.on('error', () => {});
    child.stderr.resume();
    child.stdout.on('data', (chunk: Buffer) => {
      if (this.#child === child) this.#receive(chunk);
    });
    const end = (): void => {
      if (this.#child !== child && this.#child !== undefined) return;
      this.#child = undefined;
      this.#chunks = [];
      this.#buffered = 0;
      this.#pending = Buffer.alloc(0);
      this.#wanted = 1;
      for (const waiting of this.#waiting.splice(0)) waiting.reject(new GitError('git cat-file ended'));
    };
    child.on('error', end);
    child.on('close', end);
    return child;
  }

  #receive(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#buffered += chunk.length;
    if (this.#buffered < this.#wanted) return;
    this.#pending = Buffer.concat([this.#pending, ...this.#chunks]);
    this.#chunks = [];
    while (this.#next());
    this.#buffered = this.#pending.length;
    if (this.#waiting.length === 0) this.#idle = setTimeout(() => this.close(), idleMs).unref();
  }

  /** Takes one whole answer from the buffer; false when it is not all there yet. */
  #next(): boolean {
    this.#wanted = this.#pending.length + 1;
    const lineEnd = this.#pending.indexOf(10);
    const waiting = this.#waiting[0];
    if (lineEnd < 0 || waiting === undefined) return false;
    const [sha = '', type = '', sizeText = ''] = this.#pending.toString('utf8', 0, lineEnd).split(' ');
    const size = Number(sizeText);
    if (sizeText === '' || !Number.isInteger(size)) return this.#settle(waiting, undefined, lineEnd + 1);
    if (!waiting.withContent) return this.#settle(waiting, { sha, type, size, content: noContent }, lineEnd + 1);
    const end = lineEnd + 1 + size + 1;
    if (this.#pending.length < end) {
      this.#wanted = end;
      return false;
    }
    const content = Buffer.from(this.#pending.subarray(lineEnd + 1, end - 1));
    return this.#settle(waiting, { sha, type, size, content }, end);
  }

  #settle(waiting: Waiting, found: GitObject | undefined, consumed: number): boolean {
    this.#waiting.shift();
    this.#pending = this.#pending.subarray(consumed);
    this.#wanted = 1;
    waiting.resolve(found);
    return this.#pending.length > 0;
  }
}

const noContent = Buffer.alloc(0);
