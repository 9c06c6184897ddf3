import { spawn } from 'node:child_process';
import type { Io } from '../command.ts';

const openers: Partial<Readonly<Record<NodeJS.Platform, string>>> = { darwin: 'open', win32: 'explorer.exe' };

/** The variables that a desktop program needs. A browser has no use for the tokens of the operator. */
const needed =
  /^(?:PATH|HOME|USER|LOGNAME|LANG|LC_\w+|TMPDIR|BROWSER|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|XDG_\w+|DBUS_\w+|DESKTOP_SESSION|SystemRoot|USERPROFILE|APPDATA|LOCALAPPDATA|TEMP|TMP)$/iu;

/** Opens a file with the program of the desktop that shows it. False if there is no such program. */
export const openFile = (file: string, { environment }: Pick<Io, 'environment'>): Promise<boolean> =>
  new Promise((resolve) => {
    const program = openers[process.platform] ?? 'xdg-open';
    const env = Object.fromEntries(Object.entries(environment).filter(([name]) => needed.test(name)));
    const child = spawn(program, [file], { stdio: 'ignore', detached: true, env });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
