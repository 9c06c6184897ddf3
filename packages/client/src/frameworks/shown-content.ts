import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '@recourse/contract';
import type { ToolOutput } from './call-for-model.ts';

/** A part of an answer, in a form that every framework can show to a model. */
export type ShownPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'media'; readonly mediaType: string; readonly data: string };

/** The part of a success that a model is shown: one value, or parts. */
export type Shown =
  | { readonly type: 'value'; readonly value: JsonObject }
  | { readonly type: 'parts'; readonly parts: readonly ShownPart[] };

type Success = Extract<ToolOutput, { isError: false }>;

/**
 * The structured content if there is nothing else to see: by MCP, a text block next to it says the same. Otherwise the
 * blocks, preceded by the structured content if none of them repeats it. Its `_meta`, such as the id of a session, is
 * for programs.
 */
export const shownContent = ({ content, structuredContent: structured }: Success): Shown => {
  const parts = content.flatMap(partOf);
  const [first] = parts;
  if (structured && (!first || (parts.length === 1 && first.type === 'text')))
    return { type: 'value', value: withoutMeta(structured) };
  const isShown = !structured || parts.some((part) => part.type === 'text' && isWritten(part.text, structured));
  return {
    type: 'parts',
    parts: isShown ? parts : [{ type: 'text', text: JSON.stringify(withoutMeta(structured)) }, ...parts],
  };
};

const withoutMeta = (value: JsonObject): JsonObject => {
  const { _meta: _, ...rest } = value;
  return rest;
};

const isWritten = (text: string, value: JsonObject): boolean => {
  try {
    return isDeepStrictEqual(JSON.parse(text), value);
  } catch {
    return false;
  }
};

/** Text, images, sound and enclosed files become parts; anything that frameworks do not support is shown as JSON. */
const partOf = (block: JsonObject): readonly ShownPart[] => {
  const { type, text, data, mimeType, resource } = block;
  if (type === 'text') return typeof text === 'string' ? [{ type, text }] : [];
  if (isMedia(data, mimeType)) return [{ type: 'media', mediaType: mimeType as string, data: data as string }];
  if (type === 'resource' && typeof resource === 'object' && resource !== null) {
    const { text: enclosed, blob, mimeType: media } = resource as JsonObject;
    if (typeof enclosed === 'string') return [{ type: 'text', text: enclosed }];
    if (isMedia(blob, media)) return [{ type: 'media', mediaType: media as string, data: blob as string }];
  }
  const { _meta: _, annotations: __, ...rest } = block;
  return [{ type: 'text', text: JSON.stringify(rest) }];
};

const isMedia = (data: unknown, mediaType: unknown): boolean =>
  typeof data === 'string' && typeof mediaType === 'string' && /^[\w.+-]+\/[\w.+-]+$/.test(mediaType);
