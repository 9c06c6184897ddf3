/**
 * What a bundle starts: the one server that it was made for, over stdio, with the configuration that stands beside
 * this file. There it is called main.mjs: `node main.mjs <server>`.
 */
import { closeOnSignals, serveStdio } from '@recourse/server';
import { openOperator } from '@recourse/stores/configured';

const [, , name] = process.argv;
const { [`${name}Entry`]: entry } = await import(`@recourse/server-${name}`);
const here = { cwd: import.meta.dirname, environment: process.env };
const operator = await openOperator(here);
const notify = (/** @type {string} */ line) => console.error(line);
const { server, close } = await entry.start({ ...here, options: operator.options, notify });
const serving = await serveStdio(server);
const end = async () => {
  await serving.closed;
  await close?.();
  await operator.close();
};
await closeOnSignals({ close: (/** @type {object | undefined} */ options) => serving.close(options), closed: end() });
