import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathFolders } from '@recourse/sandbox';
import { debuggerSwitches, environmentOf } from './electron.ts';
import type { ElectronOptions } from './electron.ts';
import { LaunchFailedError } from './launch-errors.ts';
import type { Addresses } from './printed-addresses.ts';
import { electronProgram } from './project-electron.ts';
import type { RunningApp } from './running-app.ts';
import { startApp } from './start-app.ts';

export interface ScriptOptions extends Omit<ElectronOptions, 'main'> {
  /** The name of the script in the project's `package.json`. */
  readonly script: string;
}

/**
 * Runs the script of a project that starts Electron itself, after a dev server or a build: `electron-vite dev`,
 * `electron-forge start`. All such tools find Electron through its package, which honours two variables; they lead to a
 * substitute that starts the real Electron with its debuggers and reports their addresses, also when the tool
 * restarts Electron. It is a script, which Windows does not start as a program: there the launch fails.
 */
export const startProjectScript = async (options: ScriptOptions, signal: AbortSignal): Promise<RunningApp> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'recourse-stage-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 3 });
  const report = path.join(folder, 'addresses.json');
  const substitute = path.join(folder, electronProgram);
  try {
    const npm = pathFolders(options.serverEnvironment['PATH'])
      .map((one) => path.join(one, 'npm'))
      .find((file) => existsSync(file));
    if (npm === undefined) throw new LaunchFailedError("npm is not on the server's PATH", '');
    const switches = debuggerSwitches(options);
    await mkdir(path.dirname(substitute), { recursive: true });
    await writeFile(substitute, substituteSource({ program: options.program, switches, report }));
    await chmod(substitute, 0o755);
    const app = await startApp(
      {
        command: npm,
        arguments: [
          'run',
          '--silent',
          options.script,
          ...(options.arguments.length > 0 ? ['--'] : []),
          ...options.arguments,
        ],
        cwd: options.cwd,
        environment: {
          // The substitute is a script for Node.
          ...environmentOf(options, [path.dirname(process.execPath)]),
          ELECTRON_OVERRIDE_DIST_PATH: folder,
          ELECTRON_EXEC_PATH: substitute,
        },
        inspector: options.inspector,
        timeoutMs: options.timeoutMs,
        readAddresses: () => reported(report),
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

const reported = async (file: string): Promise<Addresses> => {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? {} : (JSON.parse(text) as Addresses);
};

interface Substitute {
  readonly program: string;
  readonly switches: readonly string[];
  readonly report: string;
}

/** A program that takes the place of Electron: it passes everything on, and writes the addresses to a file. */
const substituteSource = (values: Substitute): string => `#!/usr/bin/env node
const { spawn } = require('node:child_process');
const { renameSync, writeFileSync } = require('node:fs');
const { program, switches, report } = ${JSON.stringify(values)};
const child = spawn(program, [...switches, ...process.argv.slice(2)], { stdio: ['inherit', 'inherit', 'pipe'] });
let text = '';
let written;
const read = (chunk) => {
  text += chunk;
  const devtools = /^DevTools listening on (ws:\\S+)/m.exec(text)?.[1];
  const inspector = /^Debugger listening on (ws:\\S+)/m.exec(text)?.[1];
  const found = JSON.stringify({ devtools, inspector });
  if (!inspector || found === written) return;
  written = found;
  if (devtools) child.stderr.off('data', read);
  writeFileSync(report + '.new', found);
  renameSync(report + '.new', report);
};
child.stderr.on('data', read);
child.stderr.pipe(process.stderr);
for (const name of ['SIGTERM', 'SIGINT']) process.on(name, () => child.kill(name));
child.on('error', () => process.exit(127));
child.on('exit', (code, signal) => (signal ? process.kill(process.pid, signal) : process.exit(code)));
`;
