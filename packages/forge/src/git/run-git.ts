import { spawn } from 'node:child_process';
import { gitEnvironment } from './git-environment.ts';
import { Gate } from './gate.ts';
import { GitError } from './git-error.ts';

export interface GitOptions {
  readonly input?: string | Uint8Array;
  /** Exit codes besides 0 that are an answer and not a failure. */
  readonly answers?: readonly number[];
  readonly maxOutputBytes?: number;
  readonly timeoutMs?: number;
  readonly environment?: Readonly<Record<string, string>>;
}

export interface GitResult {
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

const defaultMaxOutputBytes = 64 * 1024 * 1024;
const maxStderrBytes = 16 * 1024;
const defaultTimeoutMs = 60_000;

/** A burst of requests must not become a burst of processes. */
const gate = new Gate(8);

/** Runs git in a bare repository, without a shell, with bounded output and time. */
export function runGit(
  directory: string,
  gitArguments: readonly string[],
  options: GitOptions = {},
): Promise<GitResult> {
  return gate.run(() => start(directory, gitArguments, options));
}

function start(directory: string, gitArguments: readonly string[], options: GitOptions): Promise<GitResult> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', ['--git-dir', directory, ...gitArguments], {
      env: gitEnvironment(options.environment),
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
    });
    const out: Buffer[] = [];
    let outBytes = 0;
    let stderr = '';
    let ended: GitError | undefined;
    const stop = (problem: GitError): void => {
      ended ??= problem;
      child.kill('SIGKILL');
    };
    const timer = setTimeout(
      () => stop(new GitError(`git ${gitArguments[0]} timed out`)),
      options.timeoutMs ?? defaultTimeoutMs,
    );
    child.stdout.on('data', (chunk: Buffer) => {
      outBytes += chunk.length;
      if (outBytes > (options.maxOutputBytes ?? defaultMaxOutputBytes))
        stop(new GitError(`git ${gitArguments[0]} wrote too much output`));
      else out.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      if (stderr.length < maxStderrBytes) stderr += chunk.toString('utf8');
    });
    child.on('error', (error) => {
      clearTimeout(timer);
      reject(new GitError(`git did not start: ${error.message}`));
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      if (ended) reject(ended);
      else if (code === 0 || (code !== null && options.answers?.includes(code)))
        resolve({ code, stdout: Buffer.concat(out), stderr });
      else reject(new GitError(`git ${gitArguments[0]} failed: ${stderr.trim().slice(0, 2000)}`, code ?? undefined));
    });
    // Git may close its input before it has read everything; its exit code tells what happened.
    child.stdin.on('error', () => {});
    child.stdin.end(options.input ?? '');
  });
}
