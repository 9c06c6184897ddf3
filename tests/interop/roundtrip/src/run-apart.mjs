import { spawn } from 'node:child_process';
import path from 'node:path';

/** Runs one document in a process of its own, so that the memory of large documents is returned. */
export const runApart = (name, { sample } = {}) =>
  new Promise((resolve, reject) => {
    const file = path.join(import.meta.dirname, 'run-one.mjs');
    const words = [file, name, ...(sample === undefined ? [] : ['--sample', String(sample)])];
    const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.once('error', reject);
    child.once('close', (status) => {
      if (status === 0) resolve(JSON.parse(Buffer.concat(chunks).toString('utf8')));
      else reject(new Error(`${name} ended with status ${String(status)}`));
    });
  });
