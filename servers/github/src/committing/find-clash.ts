import { z } from 'zod';
import type { Place } from '../asking/requests.ts';
import { repositoryName } from '../fields/repository-name.ts';
import type { Toolbox } from '../toolbox.ts';

/** GitHub lists no more files of a comparison. */
const mostFiles = 300;

const comparisonShape = z.object({
  status: z.string(),
  files: z.array(z.object({ filename: z.string(), previous_filename: z.string().optional() })).optional(),
});

interface Moved extends Place {
  /** The commit that the branch pointed to, and the one that it points to now. */
  readonly from: string;
  readonly to: string;
  /** The paths that are to be written. */
  readonly paths: readonly string[];
}

/**
 * Which of the paths were changed while the branch moved on; empty if a commit can be made on top as it is. Undefined
 * if that cannot be proven: the branch was reset, or too much has changed.
 */
export const findClash = async (
  { github }: Toolbox,
  { repo, from, to, paths }: Moved,
): Promise<readonly string[] | undefined> => {
  const { value } = await github.request({
    route: 'GET /repos/{owner}/{repo}/compare/{basehead}',
    parameters: { ...repositoryName(repo), basehead: `${from}...${to}`, per_page: 1 },
    shape: comparisonShape,
    resource: { type: 'commit', id: to },
  });
  const { status, files = [] } = value;
  if (status !== 'ahead' || files.length >= mostFiles) return undefined;
  const changed = files.flatMap(({ filename, previous_filename: before }) => [filename, ...(before ? [before] : [])]);
  return paths.filter((path) => changed.some((other) => overlaps(path, other)));
};

/** Two paths cannot be changed apart where they are the same, or one is a folder on the way to the other. */
const overlaps = (path: string, other: string): boolean =>
  path === other || path.startsWith(`${other}/`) || other.startsWith(`${path}/`);
