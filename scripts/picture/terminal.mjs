const columns = 100;
const lineHeight = 19;
const characterWidth = 7.8;
const margin = 20;

/** Draws lines of text as a terminal window, in SVG. */
export const drawTerminal = (lines) => {
  const rows = lines.flatMap(wrap);
  const width = Math.ceil(columns * characterWidth) + 2 * margin;
  const height = rows.length * lineHeight + 2 * margin;
  const texts = rows.map(
    ({ text, colour }, at) =>
      `  <text x="${margin}" y="${margin + (at + 0.75) * lineHeight}" fill="${colour}">${escaped(text)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="Two calls of recourse call: one is corrected and succeeds, one asks for consent" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="13">
  <rect width="${width}" height="${height}" rx="8" fill="#16181d"/>
${texts.join('\n')}
</svg>
`;
};

/** Reads the lines of such a picture. Wrapped lines stay wrapped. */
export const readTerminal = (svg) =>
  [...svg.matchAll(/<text [^>]*>(?<text>[^<]*)<\/text>/gu)].map(({ groups }) => unescaped(groups.text));

/** Breaks a line at spaces; the rest is indented as far as its first word after the label. */
const wrap = (line) => {
  const colour = colourOf(line);
  const indent = ' '.repeat(/^ *(?:\d+ ms {2}|\S+ {2,})?/u.exec(line)?.[0].length ?? 0);
  const rows = [];
  let rest = line;
  while (rest.length > columns) {
    const space = rest.lastIndexOf(' ', columns);
    const at = space > indent.length ? space : columns;
    rows.push({ text: rest.slice(0, at), colour });
    rest = `${indent}${rest.slice(at).trimStart()}`;
  }
  return [...rows, { text: rest, colour }];
};

const colourOf = (line) => {
  if (line.startsWith('$')) return '#ffffff';
  if (/\bfailed with\b/u.test(line)) return '#ff9580';
  if (/ ms {2}succeeded\b/u.test(line)) return '#8be28b';
  if (/ ms {2}(?:corrects|handed_over|waits)\b/u.test(line)) return '#ffd479';
  return '#b9c0cb';
};

/** SVG viewers collapse spaces, and with them the columns, unless they are no-break spaces. */
const noBreak = '\u00a0';
const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll(' ', noBreak);
const unescaped = (text) =>
  text.replaceAll(noBreak, ' ').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
