import { TaskFailure } from './user.mjs';

/**
 * A line of a snapshot: how to name the element in a call, and what the snapshot says about it.
 *
 * @typedef {{ readonly handle: unknown, readonly role: string, readonly name: string, readonly depth: number }} Line
 */

/**
 * The only line with this role and name; of several, the one whose nearest surroundings have the text of the row.
 *
 * @param {readonly Line[]} lines
 * @param {import('./user.mjs').Wanted} wanted
 */
export const pick = (lines, { role, name, row }) => {
  const fitting = lines.filter((line) => line.role === role && line.name.trim() === name);
  const chosen = row === undefined ? fitting : nearest(lines, fitting, row);
  // An answer may show an element twice.
  const several = new Set(chosen.map(({ handle }) => handle)).size;
  if (several !== 1) throw new TaskFailure(`${several} elements are ${role} "${name}" ${row ?? ''}`);
  return chosen[0];
};

/** Widens the surroundings of all candidates step by step until the text is in one of them. */
const nearest = (lines, fitting, text) => {
  for (let up = 1; up <= 12; up += 1) {
    const found = fitting.filter((line) => around(lines, line, up).some(({ name }) => name.includes(text)));
    if (found.length > 0) return found;
  }
  return [];
};

const around = (lines, line, up) => {
  const at = lines.indexOf(line);
  let from = at;
  let { depth } = line;
  for (let step = 0; step < up; step += 1) {
    let parent = from - 1;
    while (parent >= 0 && lines[parent].depth >= depth) parent -= 1;
    if (parent < 0) return lines;
    from = parent;
    depth = lines[parent].depth;
  }
  let to = from + 1;
  while (to < lines.length && lines[to].depth > depth) to += 1;
  return lines.slice(from, to);
};
