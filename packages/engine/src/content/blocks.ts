import type { BlockAnnotations, ContentBlock } from '@recourse/contract';

type Bytes = Uint8Array | string;
type Annotations = BlockAnnotations | undefined;

/** A text block for the model or its user. */
export const textBlock = (text: string, annotations?: Annotations): ContentBlock => ({
  type: 'text',
  text,
  ...(annotations && { annotations }),
});

/** An image: bytes, or a string that is already base64. */
export const imageBlock = (data: Bytes, mimeType: string, annotations?: Annotations): ContentBlock => ({
  type: 'image',
  data: toBase64(data),
  mimeType,
  ...(annotations && { annotations }),
});

/** Audio: bytes, or a string that is already base64. */
export const audioBlock = (data: Bytes, mimeType: string, annotations?: Annotations): ContentBlock => ({
  type: 'audio',
  data: toBase64(data),
  mimeType,
  ...(annotations && { annotations }),
});

export interface EmbeddedDocument {
  readonly uri: string;
  readonly mimeType?: string;
  /** Text, or bytes. */
  readonly contents: string | Uint8Array;
  readonly annotations?: BlockAnnotations;
}

/** A document with its contents. */
export const documentBlock = ({ uri, mimeType, contents, annotations }: EmbeddedDocument): ContentBlock => ({
  type: 'resource',
  resource: {
    uri,
    ...(mimeType !== undefined && { mimeType }),
    ...(typeof contents === 'string' ? { text: contents } : { blob: toBase64(contents) }),
  },
  ...(annotations && { annotations }),
});

/** A link to a document that the client can read. */
export const linkBlock = (link: Omit<ContentBlock & { type: 'resource_link' }, 'type'>): ContentBlock => ({
  type: 'resource_link',
  ...link,
});

const toBase64 = (data: Bytes): string =>
  typeof data === 'string' ? data : Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64');
