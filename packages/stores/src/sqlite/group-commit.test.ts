import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { StoreOverloadedError } from '@recourse/engine';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AdmissionLimit, fewestPlaces } from '../limiting/admission-limit.ts';
import { openDatabase } from './database.ts';
import type { Database } from './database.ts';

let folder = '';
let database: Database;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'recourse-group-'));
  // One decision for each commit.
  database = await openDatabase({ file: path.join(folder, 'state.db'), groupMs: -1 });
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

it('lets calls that have begun end before others begin', async () => {
  const limit = new AdmissionLimit(60_000);
  const order: string[] = [];
  const admit = (name: string) => database.admit(() => order.push(name), limit);
  const end = (name: string) => database.write(() => order.push(name));
  await Promise.all([admit('begin 1'), admit('begin 2'), end('end 1'), admit('begin 3'), end('end 2')]);
  expect(order).toEqual(['end 1', 'end 2', 'begin 1', 'begin 2', 'begin 3']);
});

it('refuses calls that have waited too long, writes nothing for them, and admits the oldest all the same', async () => {
  const limit = new AdmissionLimit(-1);
  const begun = new Set<number>();
  const calls = Array.from({ length: fewestPlaces + 1 }, (_, call) => database.admit(() => begun.add(call), limit));
  const results = await Promise.allSettled(calls);
  const refused = results.filter(({ status }) => status === 'rejected');
  expect(refused).toMatchObject([{ reason: expect.any(StoreOverloadedError) as unknown }]);
  expect(begun.size).toBe(fewestPlaces);
  expect(begun.has(fewestPlaces)).toBe(false);
});
