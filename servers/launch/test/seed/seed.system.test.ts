import { afterAll, beforeAll, describe, it } from 'vitest';
import { openDesk } from './desk.ts';
import type { Desk } from './desk.ts';
import { acceptance, resources } from './statements/acceptance.ts';
import { conventions, standardErrorShape } from './statements/conventions.ts';
import { cancel, openPr, resume } from './statements/ending.ts';
import { errorCodes } from './statements/error-codes.ts';
import { getArtifact, getStatus, listRuns } from './statements/reading.ts';
import { sharedTypes } from './statements/shared-types.ts';
import { startRun } from './statements/starting.ts';
import { fixNext, validate } from './statements/validating.ts';
import { openWorld } from './world.ts';
import { wires } from './wires.ts';

/** The sections of the seed, in its order. Later statements go on with the runs of earlier ones. */
const sections = [
  conventions,
  standardErrorShape,
  errorCodes,
  sharedTypes,
  startRun,
  getStatus,
  getArtifact,
  validate,
  fixNext,
  resume,
  cancel,
  openPr,
  listRuns,
  acceptance,
  resources,
];

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
  }, patienceMs);

  for (const { heading, statements } of sections) {
    describe(heading, () => {
      for (const { says, holds } of statements) it(says, () => holds(desk), patienceMs);
    });
  }
});
