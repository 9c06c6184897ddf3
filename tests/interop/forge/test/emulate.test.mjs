import { createServer } from 'node:net';
import { createEmulator } from 'emulate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createForge } from '@recourse/forge';
import { createJourney, differences, happyPath } from '../src/happy-path.mjs';

const tokens = { ada: 'walk-ada', wim: 'walk-wim' };
let emulator;
let forge;
let journeys;

beforeAll(async () => {
  emulator = await createEmulator({
    service: 'github',
    port: await freePort(),
    seed: {
      tokens: { [tokens.ada]: { login: 'ada', scopes: ['repo'] }, [tokens.wim]: { login: 'wim', scopes: ['repo'] } },
      github: { users: [{ login: 'ada' }, { login: 'wim' }] },
    },
  });
  forge = await createForge({
    limits: 'none',
    seed: { users: ['ada', 'wim'].map((login) => ({ login, tokens: [{ token: tokens[login] }] })) },
  });
  journeys = { emulate: createJourney(emulator.url, tokens), forge: createJourney(forge.url, tokens) };
});

afterAll(async () => {
  await emulator?.close();
  await forge?.close();
});

describe('the same way through both', () => {
  for (const [name, step] of happyPath)
    it(name, async () => {
      const [theirs, ours] = [await step(journeys.emulate), await step(journeys.forge)];
      expect(ours).toEqual(theirs);
    });
});

describe('where emulate is not GitHub', () => {
  for (const [name, expected, step] of differences)
    it(`${name}: emulate ${expected.emulate}, the forge ${expected.forge}`, async () => {
      const [theirs, ours] = [await step(journeys.emulate), await step(journeys.forge)];
      expect({ emulate: theirs, forge: ours }).toEqual(expected);
    });
});

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
