import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { selectEnvironment } from '@recourse/sandbox';
import type { RunningApp } from './running-app.ts';
import { startApp } from './start-app.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const displayNames = ['DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY', 'XDG_RUNTIME_DIR'];

export interface ChromiumOptions {
  readonly program: string;
  readonly isHeadless: boolean;
  /** More arguments, of the operator only: an agent must not choose them. */
  readonly arguments: readonly string[];
  readonly serverEnvironment: Environment;
  readonly timeoutMs: number;
}

/** Starts Chromium with one blank page, in a profile of its own that is deleted with it. */
export const startChromium = async (options: ChromiumOptions, signal: AbortSignal): Promise<RunningApp> => {
  const profile = await mkdtemp(path.join(tmpdir(), 'recourse-stage-'));
  const remove = (): Promise<void> => rm(profile, { recursive: true, force: true, maxRetries: 3 });
  try {
    const app = await startApp(
      {
        command: options.program,
        arguments: [
          '--remote-debugging-port=0',
          `--user-data-dir=${profile}`,
          '--no-first-run',
          '--no-default-browser-check',
          ...(options.isHeadless ? ['--headless=new'] : []),
          ...options.arguments,
          'about:blank',
        ],
        cwd: profile,
        environment: selectEnvironment({ names: displayNames, source: options.serverEnvironment }),
        inspector: undefined,
        timeoutMs: options.timeoutMs,
      },
      signal,
    );
    const kill = async (): Promise<void> => {
      await app.kill();
      await remove();
    };
    return { ...app, kill };
  } catch (error) {
    await remove();
    throw error;
  }
};
