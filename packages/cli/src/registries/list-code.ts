import type { CodeSet } from '@recourse/contract';
import { listCodes } from '@recourse/contract/stability';
import type { ListedCode } from '@recourse/contract/stability';

/** Every fact about one code of a set. */
export const listCode = async (set: CodeSet, code: string): Promise<ListedCode> => {
  const definition = set.definitions[code];
  const { codes } = await listCodes(definition ? [{ ...set, definitions: { [code]: definition } }] : []);
  const [listed] = codes;
  if (!listed) throw new TypeError(`'${code}' is not a code of this set`);
  return listed;
};
