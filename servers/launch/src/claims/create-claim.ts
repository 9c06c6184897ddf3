import type { Claim } from '../artifacts.ts';
import { sha256Of } from '../sources/digest.ts';

/** Creates a claim from the words of the product and the lines of its file. */
export const createClaim = (
  { kind, subject, text, source }: Omit<Claim, 'id' | 'sha256'>,
  lines: readonly string[],
): Claim => {
  const words = text.replaceAll(/\s+/gu, ' ').trim();
  const id = `claim_${sha256Of(JSON.stringify([kind, source.path, subject ?? '', words])).slice(0, 16)}`;
  return { id, kind, ...(subject !== undefined && { subject }), text: words, source, sha256: digestOf(source, lines) };
};

/** The hash of the cited lines, which tells whether they are still the same in another commit. */
export const digestOf = ({ start_line, end_line }: Claim['source'], lines: readonly string[]): string =>
  sha256Of(lines.slice(start_line - 1, end_line).join('\n'));
