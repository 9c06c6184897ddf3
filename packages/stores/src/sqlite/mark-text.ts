import type { Mark, MarkKind, MarkRow } from '../evidence/chain-state.ts';

/** Writes a mark as one string. */
export const renderMark = ({ number, position, link, at, attested }: Mark): string =>
  `${number} ${position} ${at} ${link} ${attested ? `${attested.sealed_by} ${attested.mac}` : ''}`;

/** Reads a mark. A string that was tampered with becomes a mark that fits nowhere. */
export const parseMark = (kind: MarkKind, text: string): MarkRow => {
  const [number, position, at, link = '', sealedBy, mac] = text.trimEnd().split(' ');
  return {
    kind,
    number: wholeNumber(number),
    position: wholeNumber(position),
    at: wholeNumber(at),
    link,
    sealed_by: sealedBy ?? null,
    mac: mac ?? null,
  };
};

const wholeNumber = (text: string | undefined): number => {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : 0;
};
