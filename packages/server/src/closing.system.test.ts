import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const run = promisify(execFile);

/** A server of a user, which prints what would still keep its process alive once it is closed. */
const program = (serve: string): string => `
  import { createServer } from '@recourse/engine';
  import { serveHttp, serveStdio } from '@recourse/server';
  const server = createServer({ name: 'empty', tools: [] });
  const serving = await ${serve};
  await serving.close();
  console.error(process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length);
`;

describe.each(['serveStdio(server)', 'serveHttp(server, { port: 0 })'])('%s', (serve) => {
  it('leaves no timer behind that keeps the process alive', async () => {
    const words = ['--input-type=module', '--eval', program(serve)];
    const { stderr } = await run(process.execPath, words, { cwd: path.resolve(import.meta.dirname, '..') });
    expect(stderr).toBe('0\n');
  });
});
