/** The codes that switch a style on and off again. Node's own styleText decides by the stream, and ours is an argument. */
const styles = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;
type Style = keyof typeof styles;

/** Colours text, or leaves it as it is where colours would not be shown. */
export type Paint = Readonly<Record<Style, (text: string) => string>>;

export const createPaint = (colours: boolean): Paint => {
  const styled = (style: Style) => {
    const [on, off] = styles[style];
    return (text: string) => (colours ? `\u001b[${on}m${text}\u001b[${off}m` : text);
  };
  return {
    bold: styled('bold'),
    dim: styled('dim'),
    red: styled('red'),
    green: styled('green'),
    yellow: styled('yellow'),
    cyan: styled('cyan'),
  };
};
