import { execFile } from 'node:child_process';

/** Asks a program about itself, such as its version; undefined if that fails. */
export const askProgram = (
  command: string,
  words: readonly string[],
  options: { readonly cwd: string; readonly environment: Readonly<Record<string, string>> },
): Promise<string | undefined> =>
  new Promise((resolve) => {
    const child = execFile(
      command,
      [...words],
      {
        cwd: options.cwd,
        env: { ...options.environment },
        timeout: 20_000,
        killSignal: 'SIGKILL',
        maxBuffer: 65_536,
        windowsHide: true,
      },
      (error, stdout) => resolve(error ? undefined : stdout.trim()),
    );
    child.stdin?.end();
  });
