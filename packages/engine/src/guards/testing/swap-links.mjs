// Swaps a folder and a file of a project for links that lead out, and back, until its parent ends it.
import { linkSync, renameSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const [root = '', outside = ''] = process.argv.slice(2);
const inRoot = (...parts) => path.join(root, ...parts);
const quietly = (step) => {
  try {
    step();
  } catch {
    // The other side may have been faster.
  }
};

process.on('disconnect', () => process.exit(0));
process.send?.('ready');
const round = () => {
  for (let count = 0; count < 50; count++) {
    quietly(() => renameSync(inRoot('folder'), inRoot('parked')));
    quietly(() => symlinkSync(outside, inRoot('folder')));
    quietly(() => unlinkSync(inRoot('folder')));
    quietly(() => renameSync(inRoot('parked'), inRoot('folder')));
    quietly(() => unlinkSync(inRoot('file')));
    quietly(() => symlinkSync(path.join(outside, 'file'), inRoot('file')));
    quietly(() => unlinkSync(inRoot('file')));
    quietly(() => linkSync(path.join(outside, 'kept'), inRoot('file')));
    quietly(() => unlinkSync(inRoot('file')));
    quietly(() => writeFileSync(inRoot('file'), ''));
  }
  setImmediate(round);
};
round();
