import { footer, header, step } from './step.ts';
import type { Footer, Step, Trace } from './step.ts';

/** Writes a recording as lines of JSON: a header, the steps, and the end. */
export const renderTrace = ({ header: first, steps, footer: last }: Trace): string =>
  [first, ...steps, ...(last ? [last] : [])].map((line) => `${JSON.stringify(line)}\n`).join('');

/** Reads a recording. A last line that was cut off is left out. Throws TypeError with the line that is not valid. */
export const parseTrace = (text: string): Trace => {
  const lines = text.split('\n');
  // Every line ends with a line end; what is after the last one was cut off.
  const [first = '', ...rest] = lines.slice(0, -1);
  const steps: Step[] = [];
  let end: Footer | undefined;
  for (const [index, line] of rest.entries()) {
    const value = parseLine(line, index + 2);
    const asStep = step.safeParse(value);
    if (end) throw new TypeError(`line ${index + 2} comes after the end of the recording`);
    if (asStep.success) steps.push(asStep.data);
    else {
      const asFooter = footer.safeParse(value);
      if (!asFooter.success) throw new TypeError(`line ${index + 2} is neither a step nor the end of the recording`);
      end = asFooter.data;
    }
  }
  const asHeader = header.safeParse(parseLine(first, 1));
  if (!asHeader.success) throw new TypeError('line 1 is not the header of a recording');
  return { header: asHeader.data, steps, footer: end };
};

const parseLine = (line: string, number: number): unknown => {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    throw new TypeError(`line ${number} is not JSON`);
  }
};
