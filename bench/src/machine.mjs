import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';

/** The facts that a figure depends on: the machine, Node, and the versions of the packages that are compared. */
export const machineOf = () => {
  const [processor] = cpus();
  const facts = {
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    platform: process.platform,
    arch: process.arch,
    cpus: cpus().length,
    processor: processor?.model ?? 'unknown',
    memoryGb: Math.round(totalmem() / 2 ** 30),
    versions: versionsOf(),
  };
  const { node, platform, arch, cpus: count, memoryGb } = facts;
  return { ...facts, summary: `Node ${node}, ${platform} ${arch}, ${count} CPUs, ${memoryGb} GB` };
};

/** @typedef {ReturnType<typeof machineOf>} Machine */

/** @returns {Readonly<Record<string, string>>} */
const versionsOf = () => {
  const read = (/** @type {string} */ file) => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));
  return {
    '@recourse/server': read('../../packages/server/package.json').version,
    ...read('../peers/package.json').dependencies,
  };
};
