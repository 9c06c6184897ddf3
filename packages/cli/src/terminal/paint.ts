import { styleText } from 'node:util';

type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** Colours text, or leaves it as it is where nobody would see the colours. */
export type Paint = Readonly<Record<Style, (text: string) => string>>;

export const createPaint = (colours: boolean): Paint => {
  const styled = (style: Style) => (text: string) => (colours ? styleText(style, text) : text);
  return {
    bold: styled('bold'),
    dim: styled('dim'),
    red: styled('red'),
    green: styled('green'),
    yellow: styled('yellow'),
    cyan: styled('cyan'),
  };
};
