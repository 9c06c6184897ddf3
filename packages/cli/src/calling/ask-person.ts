import type { Question } from '@recourse/client';
import { argumentsBlock } from '../approvals/arguments-block.ts';
import type { Io } from '../command.ts';
import { createPaint } from '../terminal/paint.ts';
import { visible } from '../terminal/visible.ts';

/**
 * Asks the person at the terminal, and shows what would be done: the server's words as its words, and the call as it
 * would be made. Only a typed yes counts. There is no option that says yes beforehand, because it would be given before
 * the question is seen.
 */
export const createAskPerson =
  (io: Io, signal: AbortSignal) =>
  async (question: Question): Promise<boolean> => {
    const { ask } = io;
    if (!ask) return false;
    io.err(questionPage(question, io).join('\n'));
    const leftMs = question.expiresAt - (io.now ?? Date.now)();
    // Not withinTime of the engine: this command loads no engine.
    const over = new AbortController();
    const timer = setTimeout(() => over.abort(), Math.max(1, leftMs));
    try {
      const answer = await ask('Do this? [y/N] ', AbortSignal.any([signal, over.signal]));
      return /^y(?:es)?$/i.test(answer?.trim() ?? '');
    } finally {
      clearTimeout(timer);
    }
  };

const questionPage = ({ message, reasons, danger, tool, arguments: args }: Question, io: Io): readonly string[] => {
  const paint = createPaint(io.colours);
  const facts = [
    ...reasons.map((reason, index) => [index === 0 ? 'why' : '', visible(reason)]),
    ...(danger === undefined ? [] : [['danger', visible(danger)]]),
    ...(tool === undefined ? [] : [['tool', visible(tool)]]),
    ...argumentsBlock(args ?? {}).map((line, index) => [index === 0 ? 'arguments' : '', line]),
  ];
  return [
    `${paint.bold('The server asks:')} ${visible(message)}`,
    ...facts.map(([label = '', text = '']) => `  ${paint.dim(label.padEnd(11))}${text}`),
  ];
};
