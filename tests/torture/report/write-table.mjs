import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const file = path.join(import.meta.dirname, '..', '..', '..', 'docs', 'guarantees.md');
const markers = ['<!-- torture -->', '<!-- /torture -->'];

/** Replaces the text between the markers in the guide. */
export const writeTable = (table) => {
  const text = readFileSync(file, 'utf8');
  const [start, end] = markers.map((marker) => text.indexOf(marker));
  if (start < 0 || end < start) throw new Error(`docs/guarantees.md must contain ${markers.join(' and ')}`);
  writeFileSync(file, `${text.slice(0, start + markers[0].length)}\n\n${table}\n\n${text.slice(end)}`);
};
