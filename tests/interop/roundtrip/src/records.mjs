import { readFileSync } from 'node:fs';
import path from 'node:path';

const read = (file) => JSON.parse(readFileSync(path.join(import.meta.dirname, '..', file), 'utf8'));
const baseline = read('baseline/before.json');
const shortfalls = read('shortfalls.json');

/** The figures of a document before adapters sent forms, files and combined keys; undefined if there are none. */
export const baselineOf = (name) => baseline.find((entry) => entry.name === name);

/** The listed shortfalls of a document: see `judge`. */
export const shortfallsOf = (name) => shortfalls[name];
