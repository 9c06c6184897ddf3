import { replaceHidden } from '@recourse/contract/hidden-characters';

/** Removes characters that a reader does not see, and keeps line feeds. */
export const visible = (text: string): string => replaceHidden(text, '', { lines: true }).replaceAll('\r', '');

/**
 * Writes text so that Markdown, and Hugo before it, shows it as it is: no emphasis, link, HTML, attribute, shortcode,
 * entity or template token can start in it.
 */
export const escapeText = (text: string): string =>
  visible(text)
    .replaceAll(/[\\`*[\]<{|~]/g, String.raw`\$&`)
    .replaceAll(/_/g, (mark, at: number, whole: string) =>
      isWord(whole.charAt(at - 1)) && isWord(whole.charAt(at + 1)) ? mark : String.raw`\_`,
    )
    .replaceAll(/&(?=#?\w{1,40};)/g, String.raw`\&`);

const isWord = (character: string): boolean => /[\p{L}\p{N}]/u.test(character);

/** Escapes a start of a line that would begin a heading, a list, a quotation, a rule or a definition. */
export const escapeLineStart = (line: string): string =>
  line.replace(/^\s*([#>+=:-])/, String.raw`\$1`).replace(/^\s*(\d{1,9})([.)])(?=\s|$)/, String.raw`$1\$2`);

/** Escapes text that becomes a paragraph of its own or a part of one. */
export const escapeParagraph = (text: string): string => escapeText(text).split('\n').map(escapeLineStart).join('\n');
