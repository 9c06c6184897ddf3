/**
 * Starts the server of a bundle over stdio, with the configuration in the same folder. In the bundle it is called
 * main.mjs: `node main.mjs <package> <entry> [store]`.
 */
import { closeOnSignals, serveStdio } from '@recourse/server';
import { openOperator } from '@recourse/stores/configured';

const [, , from = '', name = '', store] = process.argv;
const { [name]: entry } = await import(from);
const here = { cwd: import.meta.dirname, environment: process.env };
const operator = await openOperator({ ...here, ...(store !== undefined && { store }) });
const notify = (/** @type {string} */ line) => console.error(line);
const { options, stores } = operator;
const { server, close } = await entry.start({ ...here, options, stores, notify });
const serving = await serveStdio(server);
const end = async () => {
  await serving.closed;
  await close?.();
  await operator.close();
};
await closeOnSignals({ close: (/** @type {object | undefined} */ options) => serving.close(options), closed: end() });
