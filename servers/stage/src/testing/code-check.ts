import { confirmToolName } from '@recourse/engine/front-door';
import type { Server } from '@recourse/engine';
import { frameworkCodes } from '../framework-codes.ts';

/** Throws for INTERNAL_ERROR: it is a bug wherever it comes from, so the test that made the call must fail. */
export const throwIfBug = (tool: string, answer: unknown): void => {
  if (codeOf(answer) !== 'INTERNAL_ERROR') return;
  throw new Error(`${tool} answered with a bug of the server: ${shorten(answer)}`);
};

/** Creates a check that throws for an answer over the wire with a code that its tool does not list. */
export const createCodeCheck = async (server: Server): Promise<(tool: string, answer: unknown) => void> => {
  const { tools } = await server.describeContract();
  const anywhere: ReadonlySet<string> = new Set(frameworkCodes);
  return (tool, answer) => {
    throwIfBug(tool, answer);
    const code = codeOf(answer);
    // The engine's own tool answers with the codes of the call that it confirms.
    if (tool === confirmToolName) return;
    if (code === undefined || anywhere.has(code) || tools[tool]?.codes.includes(code) === true) return;
    throw new Error(`${tool} answered with a code that it does not list: ${shorten(answer)}`);
  };
};

const codeOf = (answer: unknown): string | undefined => {
  const { code } = Object(answer) as { readonly code?: unknown };
  return typeof code === 'string' ? code : undefined;
};

const shorten = (answer: unknown): string => JSON.stringify(answer).slice(0, 1000);
