import { closeOnSignals, serveHttp, serveStdio } from '@recourse/server';
import type { Server } from '@recourse/engine';
import { openOperator } from '@recourse/stores/configured';
import { launchEntry } from './entry.ts';

const notify = (line: string): void => console.error(line);

const overHttp = async (server: Server, port: number) => {
  const serving = await serveHttp(server, { port, ...operator.configuration.http });
  notify(`launch at ${serving.url}`);
  return serving;
};

/** `node main.js` serves over stdio, `node main.js <port>` over HTTP on this machine. */
const [, , port] = process.argv;
const here = { environment: process.env, cwd: process.cwd() };
const operator = await openOperator(here);
const { options, stores } = operator;
const setting = { ...here, options, stores, notify };
const { server, close } = await launchEntry.start(setting);
const serving = port === undefined ? await serveStdio(server) : await overHttp(server, Number(port));
const end = async (): Promise<void> => {
  await serving.closed;
  await close?.();
  await operator.close();
};
await closeOnSignals({ close: (given) => serving.close(given), closed: end() });
