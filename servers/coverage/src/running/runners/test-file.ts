import { judgePlace } from '../input/judge-place.ts';
import type { Place } from '../input/judge-place.ts';
import type { Rejection } from '../plan.ts';
import { refuseSelection } from './judge-selection.ts';

/** Folders with other people's code, or with none. Their tests are not the project's. */
const foreign = /(?:^|\/)(?:node_modules|site-packages|\.[^/.][^/]*)(?:\/|$)|^(?:vendor|venv|env)(?:\/|$)/;

/**
 * A test file of the project, or a folder of them. Some runners execute any file that they are given, so a name that is
 * not that of a test is refused: it would let a caller run any program of the project.
 */
export const judgeTestFile = async (
  field: string,
  value: string,
  { root, isTest }: { readonly root: string; readonly isTest: (relative: string) => boolean },
): Promise<Place | Rejection> => {
  const place = await judgePlace(field, value, root);
  if ('code' in place) return place;
  if (place.type === 'nothing') return refuseSelection(field, value, 'there is no such file or folder');
  if (foreign.test(place.relative))
    return refuseSelection(field, value, "it is in a folder that does not contain the project's own code");
  if (place.type === 'file' && !isTest(place.relative))
    return refuseSelection(field, value, 'it is not named like a test file');
  return place;
};
