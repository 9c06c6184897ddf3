import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { gitEnvironment, type GitSetting } from './git-environment.ts';
import { GitError } from './git-error.ts';
import { Gate } from './gate.ts';

export interface BackendRequest {
  readonly program: string;
  readonly root: string;
  /** Below the root: the repository's folder and the service. */
  readonly path: string;
  readonly method: string;
  readonly query: string;
  readonly contentType: string;
  readonly contentEncoding: string;
  readonly protocol: string;
  readonly user: string;
  readonly prefix: Buffer;
  readonly body: Readable;
  readonly settings: readonly GitSetting[];
}

export interface BackendAnswer {
  /** Called once, before the first piece of the body. */
  head(status: number, headers: Readonly<Record<string, string>>): void;
  /** False asks for a pause until `drained` is settled. */
  write(chunk: Buffer): boolean;
  drained(): Promise<void>;
}

const timeoutMs = 600_000;
const maxHeaderBytes = 64 * 1024;
const gate = new Gate(8);

/** Runs `git http-backend` for one request and passes its answer on. Resolves when git has ended. */
export function runBackend(request: BackendRequest, answer: BackendAnswer): Promise<void> {
  return gate.run(() => start(request, answer));
}

function start(request: BackendRequest, answer: BackendAnswer): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(request.program, [], {
      env: gitEnvironment(
        {
          GIT_PROJECT_ROOT: request.root,
          GIT_HTTP_EXPORT_ALL: '1',
          PATH_INFO: `/${request.path}`,
          REQUEST_METHOD: request.method,
          QUERY_STRING: request.query,
          CONTENT_TYPE: request.contentType,
          HTTP_CONTENT_ENCODING: request.contentEncoding,
          GIT_PROTOCOL: request.protocol,
          REMOTE_USER: request.user,
          REMOTE_ADDR: '127.0.0.1',
        },
        request.settings,
      ),
      windowsHide: true,
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => {
      if (stderr.length < 4096) stderr += chunk.toString('utf8');
    });
    const abort = (): void => {
      child.kill('SIGTERM');
    };
    request.body.once('aborted', abort).once('error', abort);
    child.stdin.on('error', () => {});
    child.stdin.write(request.prefix);
    request.body.pipe(child.stdin);
    const passed = passOn(child.stdout, answer);
    passed.catch(() => child.kill('SIGKILL'));
    child.on('error', (error) => {
      clearTimeout(timer);
      reject(new GitError(`git http-backend did not start: ${error.message}`));
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      request.body.unpipe(child.stdin);
      request.body.off('aborted', abort).off('error', abort);
      passed.then(
        (headSent) =>
          headSent ? resolve() : reject(new GitError(`git http-backend: ${stderr.trim()}`, code ?? undefined)),
        reject,
      );
    });
  });
}

/** Reads the CGI headers, then streams the body. Answers whether there were headers at all. */
async function passOn(stdout: Readable, answer: BackendAnswer): Promise<boolean> {
  let pending: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of stdout) {
    let piece = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    if (pending) {
      pending = Buffer.concat([pending, piece]);
      const end: number = pending.indexOf('\r\n\r\n');
      if (end < 0 && pending.length > maxHeaderBytes)
        throw new GitError(`git http-backend sent more than ${maxHeaderBytes} bytes without ending its headers`);
      if (end < 0) continue;
      sendHead(pending.toString('latin1', 0, end), answer);
      piece = pending.subarray(end + 4);
      pending = undefined;
    }
    if (piece.length > 0 && !answer.write(piece)) await answer.drained();
  }
  return pending === undefined;
}

function sendHead(text: string, answer: BackendAnswer): void {
  const headers: Record<string, string> = {};
  let status = 200;
  for (const line of text.split('\r\n')) {
    const colon = line.indexOf(':');
    const [name, value] = [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    if (name === 'status') status = Number.parseInt(value, 10);
    else if (colon > 0) headers[name] = value;
  }
  answer.head(status, headers);
}
