const escapes =
  /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?|[PX^_][^\u001B]*(?:\u001B\\)?|[ -/]*[0-~])/g;
const unwanted = /(?![\t\n])[\p{Cc}\p{Cs}\u061C\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\u{E0000}-\u{E007F}]/gu;

/** What a program wrote, without colours, control characters and characters that turn a line around. */
export const cleanText = (text: string): string =>
  text.replaceAll(escapes, '').replaceAll(/\r\n?/g, '\n').replaceAll(unwanted, '');

const mostLines = 60;
const longestLine = 500;
const longestTail = 6000;

/** The last lines, few and short enough to be read. */
export const lastLines = (text: string): string => {
  const lines = text.trimEnd().split('\n').slice(-mostLines);
  const short = lines.map((line) => (line.length > longestLine ? `${line.slice(0, longestLine)}…` : line)).join('\n');
  return (short.length > longestTail ? `…${short.slice(-longestTail)}` : short).replaceAll(unwanted, '');
};
