import { replaceHidden } from '@recourse/contract/hidden-characters';

const escapes =
  /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?|[PX^_][^\u001B]*(?:\u001B\\)?|[ -/]*[0-~])/g;

/** Removes colours and hidden characters from the output of a program. */
export const cleanText = (text: string): string =>
  withoutHidden(text.replaceAll(escapes, '').replaceAll(/\r\n?/g, '\n'));

const withoutHidden = (text: string): string => replaceHidden(text, '', { lines: true });

const mostLines = 60;
const longestLine = 500;
const longestTail = 6000;

/** The last lines, few and short enough to be read. */
export const lastLines = (text: string): string => {
  const lines = text.trimEnd().split('\n').slice(-mostLines);
  const short = lines.map((line) => (line.length > longestLine ? `${line.slice(0, longestLine)}…` : line)).join('\n');
  return withoutHidden(short.length > longestTail ? `…${short.slice(-longestTail)}` : short);
};
