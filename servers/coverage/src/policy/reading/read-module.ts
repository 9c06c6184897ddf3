import type { PolicyFiles } from './policy-files.ts';

/** The module path of a Go project, as its `go.mod` says it. */
export const readModule = async (files: PolicyFiles): Promise<string | undefined> => {
  const answer = await files.read('go.mod');
  if (answer === undefined || !('text' in answer)) return undefined;
  return /^module(?:[ \t]+|[ \t]*\(\s*)"?([\w.~/-]{1,255})"?[ \t]*(?:\/\/.*)?$/m.exec(
    answer.text.slice(0, 65_536),
  )?.[1];
};
