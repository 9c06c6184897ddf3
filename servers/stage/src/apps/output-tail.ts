import type { Readable } from 'node:stream';
import { cleanText } from '@recourse/sandbox';

const mostCharacters = 2048;

/** The end of what an app wrote, for the failures of its session. */
export interface OutputTail {
  take(stream: Readable): void;
  text(): string;
}

export const createOutputTail = (): OutputTail => {
  let kept = '';
  return {
    take: (stream) => {
      stream.setEncoding('utf8');
      stream.on('data', (text: string) => (kept = (kept + text).slice(-mostCharacters)));
      stream.on('error', () => undefined);
    },
    text: () => cleanText(kept).trim(),
  };
};
