import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * Serves a repository under any path with the first version of git's protocol, as old servers do: only the heads of
 * branches and tags can be asked for. It is closed after the test.
 */
export const serveOldProtocol = async (gitDir: string): Promise<string> => {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const child = spawn('git', ['http-backend'], {
      env: {
        PATH: process.env['PATH'],
        GIT_PROJECT_ROOT: gitDir,
        GIT_HTTP_EXPORT_ALL: '1',
        GIT_CONFIG_COUNT: '1',
        GIT_CONFIG_KEY_0: 'safe.directory',
        GIT_CONFIG_VALUE_0: '*',
        PATH_INFO: url.pathname.replace(/^\/[^/]+/, ''),
        QUERY_STRING: url.search.slice(1),
        REQUEST_METHOD: request.method,
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      },
    });
    const chunks: Buffer[] = [];
    request.pipe(child.stdin);
    child.stdin.on('error', () => {});
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('close', () => {
      const output = Buffer.concat(chunks);
      const end = output.indexOf('\r\n\r\n');
      const headers = output.toString('latin1', 0, Math.max(end, 0)).split('\r\n');
      const fields = new Map(headers.map((line) => [line.split(': ')[0]?.toLowerCase(), line.split(': ')[1]]));
      response.writeHead(Number.parseInt(fields.get('status') ?? '200', 10), {
        'content-type': fields.get('content-type') ?? 'text/plain',
      });
      response.end(output.subarray(end + 4));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
