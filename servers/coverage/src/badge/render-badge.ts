export const badgeStyles = ['flat', 'flat-square'] as const;
type BadgeStyle = (typeof badgeStyles)[number];

export interface Badge {
  readonly label: string;
  readonly percent: number;
  readonly style: BadgeStyle;
}

/** Identifies our badges, so that no other file is overwritten. */
export const badgeMark = 'data-made-by="recourse-coverage"';

const colours: readonly (readonly [from: number, colour: string])[] = [
  [90, '#3f9142'],
  [75, '#6f9a1f'],
  [60, '#b8860b'],
  [0, '#c0392b'],
];

/** A percentage as it is shown: never rounded up, so that 99.99 % does not read as 100. */
export const showPercent = (percent: number): string => (Math.floor(percent * 10 + 1e-9) / 10).toFixed(1);

/** An SVG image with a label and a percentage. It needs no font, no script and nothing from elsewhere. */
export const renderBadge = ({ label, percent, style }: Badge): string => {
  const value = `${showPercent(percent)}%`;
  const colour = colours.find(([from]) => percent >= from)?.[1] ?? '#c0392b';
  const left = widthOf(label) + 12;
  const right = widthOf(value) + 12;
  const width = left + right;
  const text = escapeXml(label);
  const round = style === 'flat' ? ' rx="3"' : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" ${badgeMark} width="${width}" height="20" role="img" aria-label="${text}: ${value}">
  <title>${text}: ${value}</title>
  <clipPath id="edge"><rect width="${width}" height="20"${round}/></clipPath>
  <g clip-path="url(#edge)">
    <rect width="${left}" height="20" fill="#4a4f57"/>
    <rect x="${left}" width="${right}" height="20" fill="${colour}"/>
  </g>
  <g fill="#fff" font-family="Verdana, Geneva, DejaVu Sans, sans-serif" font-size="11" text-anchor="middle">
    <text x="${left / 2}" y="14" textLength="${left - 12}" lengthAdjust="spacingAndGlyphs">${text}</text>
    <text x="${left + right / 2}" y="14" textLength="${right - 12}" lengthAdjust="spacingAndGlyphs">${value}</text>
  </g>
</svg>
`;
};

const narrow = new Set('.,:;!|ijlItf1()[] \'"');
const wide = new Set('mwMW%@');

/** The approximate width of a string in 11 px Verdana; `textLength` makes it fit in any font. */
const widthOf = (text: string): number =>
  Math.ceil(
    Array.from(text).reduce((sum, character) => {
      if (narrow.has(character)) return sum + 4.2;
      if (wide.has(character)) return sum + 10.5;
      return sum + ((character.codePointAt(0) ?? 0) > 0x2e80 ? 12 : 7);
    }, 0),
  );

/** Escapes text for XML and HTML, including attribute values; drops characters that XML 1.0 does not allow. */
export const escapeXml = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
