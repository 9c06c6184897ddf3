import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import type { LineReader } from '../child-plan.ts';
import { cleanText } from './clean-text.ts';

const kept = 65_536;
const longestLine = 1_048_576;

/** The end of everything that a child printed, on both streams. */
export interface Capture {
  take(stream: Readable, reader?: LineReader): void;
  readonly text: string;
  readonly line: string;
}

/** Keeps the end of several streams in bounded memory. */
export const createCapture = (onOutput: () => void): Capture => {
  let tail = '';
  const keep = (text: string): void => {
    tail += text;
    if (tail.length > 2 * kept) tail = tail.slice(-kept);
    onOutput();
  };
  return {
    take: (stream, reader) => {
      const decoder = new StringDecoder('utf8');
      const lines = reader && splitLines((line) => keep(reader.line(line)));
      stream.on('data', (chunk: Buffer) => {
        const text = decoder.write(chunk);
        if (lines) lines(text);
        else keep(text);
      });
      // A broken pipe is the end of the stream.
      stream.on('error', () => {});
      stream.on('end', () => lines?.('\n'));
    },
    get text() {
      return cleanText(tail.slice(-kept));
    },
    get line() {
      const lines = cleanText(tail.slice(-2000)).split('\n');
      return lines.findLast((line) => line.trim() !== '')?.slice(0, 200) ?? '';
    },
  };
};

/** Passes on whole lines, and of a line over the limit only its end. */
const splitLines = (use: (line: string) => void): ((text: string) => void) => {
  let pending = '';
  return (text) => {
    const lines = (pending + text).split('\n');
    pending = (lines.pop() ?? '').slice(-longestLine);
    for (const line of lines) if (line !== '') use(line);
  };
};
