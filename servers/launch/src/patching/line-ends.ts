/** Tells whether every line ends with CRLF, as editors on Windows write it. */
export const isCrlf = (text: string): boolean => text.includes('\r\n') && !/(?<!\r)\n/u.test(text);

/** Replaces CRLF with line feeds. */
export const withLineFeeds = (text: string): string => text.replaceAll('\r\n', '\n');

/** Replaces line ends with CRLF. */
export const withCrlf = (text: string): string => text.replaceAll(/\r?\n/gu, '\r\n');
