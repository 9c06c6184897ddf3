/**
 * The office of one scenario as a process of its own, served by Recourse over real stdio, or over HTTP with its address
 * on stdout. Its state is in the folder that it is started in, and outlives it. The back end is in the process that
 * started it, and so is the clock.
 *
 * node office.mjs <address of the back end> [port]
 */
import { readFileSync } from 'node:fs';
import { serveHttp, serveStdio } from '@recourse/server';
import { openOperator } from '@recourse/stores/configured';
import { createOffice } from '../serve/recourse.mjs';
import { Refusal } from '../world/refusal.mjs';

const [backend, port] = process.argv.slice(2);
const now = () => Number(readFileSync('clock.txt', 'utf8'));

/** @type {(tool: string, args: unknown, host: unknown, signal?: AbortSignal, mark?: string) => Promise<any>} */
const perform = async (tool, args, _, signal, mark) => {
  const body = JSON.stringify({ tool, args, mark });
  const answer = await fetch(backend, { method: 'POST', body, ...(signal && { signal }) });
  const { result, refusal } = await answer.json();
  if (refusal) throw new Refusal(refusal.kind, refusal.facts);
  return result;
};

const { options } = await openOperator({ cwd: process.cwd(), environment: process.env, now });
const world = /** @type {any} */ ({ perform });
const host = { crash: () => undefined };
const office = createOffice({ world, time: /** @type {any} */ ({ now }), host, stores: options.stores, kept: { counted: [] } }); // prettier-ignore
if (port !== undefined) console.log((await serveHttp(office, { port: Number(port) })).url);
else await serveStdio(office);
