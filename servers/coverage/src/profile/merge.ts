import { uniteFiles } from './collecting/unite.ts';
import type { Coverage, FileCoverage } from './coverage.ts';

/**
 * The union of several profiles: what any of them measured is in the result, and covered if it is covered in any.
 * Counts are the highest, not sums. In which order, how grouped and how often profiles are merged makes no
 * difference, apart from the order of files.
 */
export const mergeCoverage = (coverages: readonly Coverage[]): Coverage => {
  const parts = new Map<string, FileCoverage[]>();
  for (const { files } of coverages) {
    for (const [path, file] of files) {
      const known = parts.get(path);
      if (known) known.push(file);
      else parts.set(path, [file]);
    }
  }
  return { files: new Map([...parts].map(([path, files]) => [path, uniteFiles(path, files)])) };
};
