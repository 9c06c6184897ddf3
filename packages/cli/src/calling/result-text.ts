import { isDeepStrictEqual } from 'node:util';
import { isJsonObject } from '@recourse/contract';
import type { Io } from '../command.ts';
import { visible } from '../terminal/visible.ts';
import { hide, safeJson } from './hidden.ts';

/**
 * Renders a result: its structured content laid out, and its other blocks below. A terminal gets no character that
 * could move or hide something; a file or a pipe gets text as it is.
 */
export const resultText = (
  result: object | undefined,
  io: Pick<Io, 'columns'>,
  secrets: readonly string[] = [],
): string => {
  const { structuredContent, content } = (result ?? {}) as { structuredContent?: unknown; content?: unknown };
  const blocks = Array.isArray(content) ? content.filter(isJsonObject) : [];
  const others = blocks.filter(({ text }) => !isSame(parsed(text), structuredContent));
  return [
    ...(isJsonObject(structuredContent) ? [safeJson(structuredContent, secrets)] : []),
    ...(isJsonObject(structuredContent) ? others : blocks).map((block) => hide(blockText(block, io), secrets)),
  ].join('\n');
};

/** Renders one block; a block without text shows its type, address and size. */
const blockText = (block: Readonly<Record<string, unknown>>, io: Pick<Io, 'columns'>): string => {
  const { type, text, mimeType, data, uri, resource } = block;
  if (type === 'text' && typeof text === 'string') return onTerminal(text, io);
  if (type === 'resource' && isJsonObject(resource)) return blockText({ ...resource, type: 'resource_link' }, io);
  const size = typeof data === 'string' ? `, ${Math.floor((data.length * 3) / 4)} bytes` : '';
  const words = [type, mimeType, uri].filter((word) => typeof word === 'string').join(' ');
  return `[${visible(words)}${size}]${typeof text === 'string' ? `\n${onTerminal(text, io)}` : ''}`;
};

const onTerminal = (text: string, { columns }: Pick<Io, 'columns'>): string =>
  columns === undefined
    ? text
    : text
        .split('\n')
        .map((line) => visible(line.replaceAll('\t', '    ')))
        .join('\n');

const isSame = (one: unknown, other: unknown): boolean => {
  try {
    return one !== undefined && isDeepStrictEqual(one, other);
  } catch {
    // Nested too deep to be compared, and so to be shown twice.
    return false;
  }
};

const parsed = (text: unknown): unknown => {
  if (typeof text !== 'string' || !text.startsWith('{')) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};
