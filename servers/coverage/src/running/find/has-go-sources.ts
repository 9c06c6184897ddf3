import { listFiles } from './list-files.ts';

/** Whether a project without a marker has Go sources. Their module may be in a folder above, or missing. */
export const hasGoSources = async (root: string): Promise<boolean> =>
  (await listFiles(root, (file) => file.endsWith('.go'))).length > 0;
