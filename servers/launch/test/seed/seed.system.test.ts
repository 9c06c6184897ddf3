import { afterAll, beforeAll, describe, it } from 'vitest';
import { openDesk } from './desk.ts';
import type { Desk } from './desk.ts';
import { conventions } from './statements/conventions.ts';
import { errorCodes } from './statements/error-codes.ts';
import { openWorld } from './world.ts';
import { wires } from './wires.ts';

/** The sections of the seed, in its order. */
const sections = [conventions, errorCodes];

/** A run with git and all gates takes long on a machine that is busy. */
const patienceMs = 300_000;

describe.each(wires)('the contract of launch_* over %s', (_, connect) => {
  let desk: Desk;
  const closing: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    const world = await openWorld();
    closing.push(world.close);
    const connected = await connect(world);
    closing.unshift(connected.close);
    desk = openDesk(world, connected);
  }, patienceMs);
  afterAll(async () => {
    for (const close of closing) await close();
  });

  for (const { heading, statements } of sections) {
    describe(heading, () => {
      for (const { says, holds } of statements) it(says, () => holds(desk), patienceMs);
    });
  }
});
