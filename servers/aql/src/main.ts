import { closeOnSignals, serveHttp, serveStdio } from '@recourse/server';
import { aqlEntry } from './entry.ts';
import { isGood, loadAdapter } from './reload/load-adapter.ts';

/** `node main.js <adapter>` serves one adapter over stdio, `node main.js <adapter> <port>` over HTTP on this machine. */
const [, , file, port] = process.argv;
const notify = (line: string): void => console.error(line);
if (file === undefined) throw new TypeError('Usage: node main.js <adapter> [port]');
const loaded = await loadAdapter(file);
if (!isGood(loaded)) throw new TypeError(`'${file}' cannot be served. Run 'recourse aql check ${file}' to see why.`);
const { server, close } = await aqlEntry(loaded).start({
  options: {},
  environment: process.env,
  cwd: process.cwd(),
  notify,
});
const overHttp = async () => {
  const serving = await serveHttp(server, { port: Number(port) });
  notify(`${server.name} at ${serving.url}`);
  return serving;
};
const serving = port === undefined ? await serveStdio(server) : await overHttp();
const end = async (): Promise<void> => {
  await serving.closed;
  await close?.();
};
await closeOnSignals({ close: (options) => serving.close(options), closed: end() });
