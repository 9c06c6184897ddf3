import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { nodeCommand } from './server-process.mjs';

const generator = fileURLToPath(new URL('generator.mjs', import.meta.url));

/**
 * Runs the generator in a process of its own, on the core that the servers do not use.
 *
 * @param {import('./generator.mjs').Plan} plan
 * @returns {Promise<readonly import('./generator.mjs').Measured[]>}
 */
export const runGenerator = (plan) =>
  new Promise((resolve, reject) => {
    const [command, commandArguments] = nodeCommand(1, [generator, JSON.stringify(plan)]);
    const child = spawn(command, commandArguments, { stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text) => (said += text));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(JSON.parse(said));
      else reject(new Error('The load could not be made; see the reason above'));
    });
  });
