import { TextDecoder } from 'node:util';
import { SaxesParser } from 'saxes';
import type { ProfileLimits } from '../limits.ts';
import { ProfileError } from '../problem.ts';
import { readChunks } from '../source.ts';
import type { ByteSource } from '../source.ts';

export type XmlAttributes = Readonly<Record<string, string | undefined>>;

/** Callbacks of a reader of an XML format. `at` is the line. */
export interface XmlHandler {
  open(name: string, attributes: XmlAttributes, at: number): void;
  close?(name: string, at: number): void;
  text?(text: string): void;
}

/**
 * Reads XML as a stream, without building a tree. Documents that define entities are refused, even if they do not use
 * them; nothing is ever fetched. Depth, attributes and the length of text between two tags are bounded.
 */
export const readXml = async (source: ByteSource, limits: ProfileLimits, handler: XmlHandler): Promise<void> => {
  const parser = createParser(limits, handler);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of readChunks(source)) parser.write(decode(decoder, chunk, parser.line));
  parser.write(decode(decoder, undefined, parser.line));
  parser.close();
};

const decode = (decoder: TextDecoder, chunk: Uint8Array | undefined, line: () => number): string => {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
  } catch {
    throw new ProfileError('it is not UTF-8', line());
  }
};

const createParser = (limits: ProfileLimits, handler: XmlHandler) => {
  const parser = new SaxesParser();
  let depth = 0;
  let attributes = 0;
  /** Where the last thing ended that was handed on, so that nothing is gathered without a bound. */
  let handedOn = 0;
  const mark = (): void => {
    handedOn = parser.position;
  };
  parser.on('error', (error) => {
    throw new ProfileError(`it is not well-formed XML: ${reasonOf(error)}`, parser.line);
  });
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding === undefined || /^(?:utf-?8|us-ascii|ascii)$/i.test(encoding)) return;
    throw new ProfileError('its encoding is not UTF-8', parser.line);
  });
  parser.on('doctype', (doctype) => {
    if (doctype.includes('[') || /<!/.test(doctype)) {
      throw new ProfileError(
        'its document type declaration contains definitions, which are not supported',
        parser.line,
      );
    }
    mark();
  });
  parser.on('comment', mark);
  parser.on('processinginstruction', mark);
  parser.on('cdata', mark);
  parser.on('opentagstart', () => {
    attributes = 0;
    depth += 1;
    if (depth > limits.depth)
      throw new ProfileError(`elements are nested more than ${limits.depth} levels deep`, parser.line);
  });
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > limits.attributes) {
      throw new ProfileError(`an element has more than ${limits.attributes} attributes`, parser.line);
    }
  });
  parser.on('opentag', (tag) => {
    mark();
    handler.open(tag.name, tag.attributes, parser.line);
  });
  parser.on('closetag', (tag) => {
    mark();
    depth -= 1;
    handler.close?.(tag.name, parser.line);
  });
  parser.on('text', (text) => handler.text?.(text));
  return {
    line: (): number => parser.line,
    write: (text: string): void => {
      parser.write(text);
      if (parser.position - handedOn > limits.lineBytes) {
        throw new ProfileError(`a tag, comment or text is longer than ${limits.lineBytes} characters`, parser.line);
      }
    },
    close: (): void => {
      parser.close();
    },
  };
};

/** Removes the position before the reason, which we report separately, and limits what it quotes of the file. */
const reasonOf = (error: Error): string => error.message.replace(/^(?:.*?:)?\d+:\d+: /s, '').slice(0, 200);
