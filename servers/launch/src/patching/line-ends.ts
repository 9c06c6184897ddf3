/** Whether every line of a text ends with CRLF, as editors on Windows write it. */
export const isCrlf = (text: string): boolean => text.includes('\r\n') && !/(?<!\r)\n/u.test(text);

/** The text with line feeds. */
export const withLineFeeds = (text: string): string => text.replaceAll('\r\n', '\n');

/** The text with CRLF. */
export const withCrlf = (text: string): string => text.replaceAll(/\r?\n/gu, '\r\n');
