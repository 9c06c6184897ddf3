/** The name of an intent as a caller sends it back: 32 hexadecimal digits. */
export const intentPattern = '^[0-9a-f]{32}$';

/** Leaves an intent in a Markdown body, where readers do not see it. */
export const markBody = (body: string | undefined, intent: string | undefined): string | undefined =>
  intent === undefined ? body : [body, `<!-- recourse-intent: ${intent} -->`].filter((part) => part).join('\n\n');

/** Leaves an intent in a commit message, as a trailer. */
export const markMessage = (message: string, intent: string | undefined): string =>
  intent === undefined
    ? message
    : `${message.trimEnd()}${endsInTrailers(message) ? '\n' : '\n\n'}Recourse-Intent: ${intent}`;

/** Whether a body or a commit message bears an intent. */
export const bearsIntent = (text: string | null | undefined, intent: string): boolean =>
  (text ?? '')
    .split('\n')
    .some((line) => [`<!-- recourse-intent: ${intent} -->`, `Recourse-Intent: ${intent}`].includes(line.trim()));

/** Trailers form the last paragraph of a message; git reads no others. */
const endsInTrailers = (message: string): boolean => {
  const [, ...paragraphs] = message.trimEnd().split(/\n{2,}/);
  const last = paragraphs.at(-1)?.split('\n') ?? [];
  return last.length > 0 && last.every((line) => /^[A-Za-z][A-Za-z-]{0,60}: /.test(line));
};
