import { existsSync } from 'node:fs';
import path from 'node:path';

const folder = path.join(import.meta.dirname, '..');
const system = process.platform === 'win32' ? 'win' : process.platform;

/** A Node that the suite runs on: ours where it is new enough, else the one that npm has installed beside the suite. */
export const findNode = () => {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major >= 22) return process.execPath;
  const installed = path.join(folder, 'node_modules', `node-${system}-${process.arch}`, 'bin');
  const node = ['node', 'node.exe'].map((name) => path.join(installed, name)).find((file) => existsSync(file));
  if (!node)
    throw new Error(`The suite needs Node 22, and npm has none for ${system}-${process.arch}: run this on one`);
  return node;
};
