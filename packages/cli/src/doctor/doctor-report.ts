import type { Io } from '../command.ts';
import { labelled } from '../terminal/labelled.ts';
import { createPaint } from '../terminal/paint.ts';
import type { Verdict } from './check.ts';
import type { CheckedFinding } from './run-checks.ts';

const colours = { fine: 'green', advice: 'yellow', broken: 'red' } as const;
const widest = 100;

/** The findings for people: how it is, what it is about, what was found, and what to do. */
export const doctorReport = (findings: readonly CheckedFinding[], io: Pick<Io, 'colours' | 'columns'>): string => {
  const paint = createPaint(io.colours);
  const nameWidth = Math.max(...findings.map(({ check }) => check.length)) + 2;
  const labelWidth = 'broken'.length + 2 + nameWidth;
  const width = Math.max(labelWidth + 20, io.columns ?? widest);
  const lines = findings.flatMap(({ check, verdict, says, todo }) => {
    const label = `${verdict.padEnd('broken'.length)}  ${check.padEnd(nameWidth)}`;
    const text = labelled(label, says, labelWidth, width).slice(verdict.length);
    return [
      `${paint[colours[verdict]](verdict)}${text}`,
      ...(todo === undefined ? [] : [labelled('', `→ ${todo}`, labelWidth, width)]),
    ];
  });
  return [...lines, '', summary(findings)].join('\n');
};

const summary = (findings: readonly CheckedFinding[]): string => {
  const count = (wanted: Verdict): number => findings.filter(({ verdict }) => verdict === wanted).length;
  const [broken, advice] = [count('broken'), count('advice')];
  if (broken > 0) return `${broken === 1 ? '1 thing is' : `${broken} things are`} broken.`;
  return advice === 0 ? 'All is well.' : `Nothing is broken; ${advice} ${advice === 1 ? 'piece' : 'pieces'} of advice.`;
};
