import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MalformedPush, readPush, renderRefusal } from './receive-pack.ts';

const sha = fc.stringMatching(/^[0-9a-f]{40}$/);
const command = fc.record({ from: sha, to: sha, ref: fc.stringMatching(/^refs\/heads\/[a-z/]{1,30}$/) });

function packet(text: string): Buffer {
  const body = Buffer.from(text);
  return Buffer.concat([Buffer.from((body.length + 4).toString(16).padStart(4, '0')), body]);
}

/** The bytes in pieces of the given sizes, as a network may deliver them. */
function inPieces(bytes: Buffer, sizes: readonly number[]): Readable {
  const pieces: Buffer[] = [];
  let [at, turn] = [0, 0];
  while (at < bytes.length) {
    const size = sizes[turn++ % sizes.length] ?? 1;
    pieces.push(bytes.subarray(at, at + size));
    at += size;
  }
  return Readable.from(pieces);
}

async function rest(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

describe('a push', () => {
  it('is read regardless of how it is split, and passed on unchanged', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 5 }), sizes, async (commands, pieces) => {
        const lines = commands.map(({ from, to, ref }, index) =>
          packet(`${from} ${to} ${ref}${index === 0 ? '\0 report-status side-band-64k' : ''}\n`),
        );
        const bytes = Buffer.concat([...lines, Buffer.from('0000'), Buffer.from('PACK and more')]);
        const stream = inPieces(bytes, pieces);
        const push = await readPush(stream);
        expect(push.commands).toEqual(commands);
        expect(push.capabilities).toEqual(['report-status', 'side-band-64k']);
        expect(Buffer.concat([push.prefix, await rest(stream)])).toEqual(bytes);
      }),
      { numRuns: 60 },
    );
  });

  it('of nonsense is refused or has no commands', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        const outcome = await readPush(Readable.from([Buffer.from(bytes)])).catch((error: unknown) => error);
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(MalformedPush);
      }),
    );
  });

  it('is declined in the form that git shows to its user', async () => {
    const line = `${'0'.repeat(40)} ${'1'.repeat(40)} refs/heads/main\0report-status side-band-64k`;
    const push = await readPush(Readable.from([Buffer.concat([packet(line), Buffer.from('0000')])]));
    const report = renderRefusal(push, new Map([['refs/heads/main', 'No.']])).toString();
    expect(report).toContain('ng refs/heads/main protected branch hook declined');
    expect(report).toContain('error: No.');
    expect(report.endsWith('0000')).toBe(true);
  });
});
