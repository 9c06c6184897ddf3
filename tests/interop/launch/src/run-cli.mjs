import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const main = fileURLToPath(new URL('../../../../packages/cli/dist/main.js', import.meta.url));
const run = promisify(execFile);

/** Runs a command of `recourse` in a world and returns its output. */
export const recourse = async ({ folder, environment }, ...line) =>
  (await run(process.execPath, [main, ...line], { cwd: folder, env: environment })).stdout;

/** Starts `recourse launch preview` and waits for its addresses. `close` stops it as Ctrl-C does. */
export const startPreview = async ({ folder, environment }, run_id) => {
  const child = spawn(process.execPath, [main, 'launch', 'preview', run_id, '--json'], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  for await (const line of createInterface(child.stdout)) {
    text += line;
    if (line === '}') break;
  }
  return {
    ...JSON.parse(text),
    close: async () => {
      child.kill('SIGINT');
      const [status] = await once(child, 'exit');
      return status;
    },
  };
};
