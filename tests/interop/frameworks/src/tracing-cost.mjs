/** Measures how much tracing adds to a successful call, in microseconds of processor time: `npm run cost`. */
import { trace } from '@opentelemetry/api';
import { BasicTracerProvider } from '@opentelemetry/sdk-trace-base';
import { recovering } from '@recourse/client';

const answer = { content: [{ type: 'text', text: 'x' }], structuredContent: { ok: true } };
const client = recovering({
  listen: () => undefined,
  callTool: (/** @type {object} */ _call) => Promise.resolve(answer),
});
const calls = 2_000;
const rounds = 51;

const oneRound = async () => {
  const before = process.cpuUsage();
  for (let call = 0; call < calls; call += 1) await client.callTool({ name: 'echo' });
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
};
const median = async () => {
  const all = [];
  for (let round = 0; round < rounds; round += 1) all.push(await oneRound());
  return all.sort((one, other) => one - other)[(rounds - 1) / 2] ?? Number.NaN;
};

const registered = Symbol.for('opentelemetry.js.api.1');
const checks = 10_000_000;
const start = process.cpuUsage();
for (let check = 0; check < checks; check += 1) if (registered in globalThis) throw new Error('There is one');
const { user } = process.cpuUsage(start);

await median();
const without = await median();
trace.setGlobalTracerProvider(new BasicTracerProvider());
await median();
const within = await median();
console.log(
  `no SDK registered: ${without.toFixed(2)} µs a call; looking whether one is: ${(user / checks).toFixed(3)} µs`,
);
console.log(`an SDK registered, nothing exported: ${(within - without).toFixed(2)} µs more for the two spans`);
