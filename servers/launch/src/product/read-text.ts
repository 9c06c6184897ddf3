import { maskSecrets } from '../secrets/mask-secrets.ts';
import type { Tree } from '../sources/tree.ts';

const lookAt = 8000;

/** True if the content is not text. A zero byte near the start decides, as in git. */
export const isBinary = (bytes: Uint8Array): boolean => bytes.subarray(0, lookAt).includes(0);

/**
 * Reads a text file with line feeds and without secrets: nothing that is made from the product can contain one.
 * Undefined if it is absent, over the limit or binary.
 */
export const readText = async (
  tree: Tree,
  path: string,
  most = Number.POSITIVE_INFINITY,
): Promise<string | undefined> => {
  const bytes = await tree.read(path);
  if (!bytes || isBinary(bytes) || bytes.length > most) return undefined;
  return maskSecrets(new TextDecoder('utf-8').decode(bytes).replaceAll(/\r\n?/g, '\n'));
};
