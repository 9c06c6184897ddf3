import { openSampleSyntax } from '../../product/sample-syntax.ts';
import type { FindFault } from '../../product/sample-syntax.ts';
import type { Check } from './check-syntax.ts';

/** Loads the checks of languages that are parsed with a grammar. */
export const openGrammarChecks = async (): Promise<Readonly<Record<string, Check>>> => {
  const python = checkWith('Python', await openSampleSyntax('python'));
  const go = checkWith('Go', await openSampleSyntax('go'));
  return { python, py: python, python3: python, pycon: python, go, golang: go };
};

const checkWith =
  (name: string, find: FindFault): Check =>
  (code) => {
    const line = find(code);
    return line === undefined ? undefined : { message: `not valid ${name}`, line };
  };
