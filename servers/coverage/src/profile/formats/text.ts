const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Bytes as text; undefined if they are not UTF-8. */
export const decodeText = (bytes: Uint8Array, start = 0, end = bytes.length): string | undefined => {
  try {
    return decoder.decode(bytes.subarray(start, end));
  } catch {
    return undefined;
  }
};
