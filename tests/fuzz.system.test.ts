import { repetitions } from '@recourse/testkit/repetitions';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { campaign } from './fuzz/campaign.ts';
import type { Memory } from './fuzz/campaign.ts';
import { cuts, frame } from './fuzz/frames.ts';
import { httpFrame, noise } from './fuzz/http-requests.ts';
import { HttpSubject } from './fuzz/http-subject.ts';
import { StdioSubject, cancelling } from './fuzz/stdio-subject.ts';

const frames = repetitions({ atLeast: 600, full: 100_000 });
const seed = Number(process.env['RECOURSE_FUZZ_SEED'] ?? Date.now() % 2 ** 31);
const burst = 20;
const options = { seed, runs: Math.ceil(frames / burst) };
const timeoutMs = 3_600_000;

const lines = fc
  .record({
    sent: fc.array(frame, { minLength: burst, maxLength: burst }),
    stopped: fc.array(fc.nat(burst - 1), { maxLength: 2 }),
    cuts,
  })
  .map(({ sent, stopped, cuts: at }) => ({
    frames: [...sent, ...stopped.flatMap((index) => cancelling(sent[index] ?? Buffer.of()))],
    cuts: at,
  }));

const conversation = fc.record({
  frames: fc.array(httpFrame, { minLength: burst / 4, maxLength: burst / 4 }),
  cuts,
  noise: fc.option(noise, { nil: Buffer.of() }),
});

/** A leak of one frame in ten would be far beyond this; a heap that merely has grown to its size is not. */
const expectFlat = ({ warm, end }: Memory): void => {
  const megabytes = (bytes = 0): number => Math.round(bytes / 1024 / 1024);
  const shown = `RSS ${megabytes(warm['rss'])} MB when warm, ${megabytes(end['rss'])} MB in the end; heap ${megabytes(warm['heapUsed'])} and ${megabytes(end['heapUsed'])} MB`;
  console.log(`${frames} frames, RECOURSE_FUZZ_SEED=${seed}: ${shown}`);
  expect(end['rss'], shown).toBeLessThan(1.5 * (warm['rss'] ?? 0) + 64 * 1024 * 1024);
  expect(end['heapUsed'], shown).toBeLessThan(1.5 * (warm['heapUsed'] ?? 0) + 32 * 1024 * 1024);
};

describe('a server under generated frames', () => {
  it(
    'answers every frame over stdio once, where an answer is due',
    async () => {
      const subject = new StdioSubject();
      expectFlat(await campaign(subject, options, lines, ({ frames: sent, cuts: at }) => subject.send(sent, at)));
    },
    timeoutMs,
  );

  it(
    'answers whatever a client opens with over stdio, and ends with status 0',
    async () => {
      for (const { frames: sent, cuts: at } of fc.sample(lines, { seed, numRuns: Math.ceil(frames / 2000) })) {
        const subject = new StdioSubject();
        await campaign(subject, { seed, runs: 1 }, fc.constant(sent), (opening) => subject.send(opening, at));
      }
    },
    timeoutMs,
  );

  it(
    'answers every request over HTTP once, in order',
    async () => {
      const subject = await HttpSubject.start();
      const conversations = fc.array(conversation, { minLength: 4, maxLength: 4 });
      const memory = await campaign(subject, options, conversations, async (several) => {
        await Promise.all(several.map((one) => subject.converse(one)));
        await subject.call('echo', { text: 'still there' });
      });
      expectFlat(memory);
    },
    timeoutMs,
  );
});
