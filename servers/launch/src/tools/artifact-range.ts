/** A part of an artifact. Text is cut between characters, so that each part is well-formed. */
export interface ArtifactPart {
  readonly bytes: Uint8Array;
  readonly offset: number;
  /** Offset of the next part; absent at the end. */
  readonly next_offset?: number;
}

/** Takes a part of a content; at least one whole character of text, even if it is longer than `length`. */
export const partOf = (content: Uint8Array, offset: number, length: number, isText: boolean): ArtifactPart => {
  const from = isText ? characterStart(content, offset) : offset;
  let to = Math.min(content.length, from + length);
  if (isText && to < content.length) {
    const start = characterStart(content, to);
    to = start > from ? start : characterEnd(content, from);
  }
  return { bytes: content.subarray(from, to), offset: from, ...(to < content.length && { next_offset: to }) };
};

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

const characterStart = (content: Uint8Array, at: number): number => {
  let start = at;
  while (start > 0 && isContinuation(content[start])) start -= 1;
  return start;
};

const characterEnd = (content: Uint8Array, at: number): number => {
  let end = at + 1;
  while (end < content.length && isContinuation(content[end])) end += 1;
  return end;
};

/** Whether content of this type is text, which is sent as it is; anything else is sent in base64. */
export const isTextType = (contentType: string): boolean =>
  /^text\/|^application\/(?:json|yaml|xml)\b|\+(?:json|xml|yaml)\b/.test(contentType);
