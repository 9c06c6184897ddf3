import type { Tree } from '../sources/tree.ts';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes a file in UTF-8; undefined if it is binary or in another encoding. */
export const decodeText = (bytes: Uint8Array): string | undefined => {
  if (bytes.includes(0)) return undefined;
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
};

/** Reads a file of a tree as text; undefined if it is absent or not text. */
export const readText = async (tree: Tree, path: string): Promise<string | undefined> => {
  const bytes = await tree.read(path);
  return bytes && decodeText(bytes);
};
