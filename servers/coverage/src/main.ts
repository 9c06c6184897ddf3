import { closeOnSignals, serveHttp, serveStdio } from '@recourse/server';
import { coverageEntry } from './entry.ts';

/** `node main.js` serves the working directory over stdio, `node main.js <port>` over HTTP on this machine. */
const [, , port] = process.argv;
const notify = (line: string): void => console.error(line);
const { server } = await coverageEntry.start({ options: {}, environment: process.env, cwd: process.cwd(), notify });
const overHttp = async () => {
  const serving = await serveHttp(server, { port: Number(port) });
  notify(`coverage at ${serving.url}`);
  return serving;
};
await closeOnSignals(port === undefined ? await serveStdio(server) : await overHttp());
