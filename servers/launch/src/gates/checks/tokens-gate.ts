import type { FoundIssue } from '@recourse/runs';
import { readPage } from '../../markdown/read-page.ts';
import { lookAtPages } from '../define-gate.ts';
import type { GateDefinition } from '../define-gate.ts';
import type { TouchedPage } from '../scene.ts';
import { issueCodes } from '../issue-codes.ts';

/** A token of a template that should have been replaced. */
export interface Token {
  readonly text: string;
  readonly start: number;
  readonly line: number;
}

const token = /__[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*__|\{\{[^{}\n]{0,200}\}\}/gu;

/** Finds tokens of templates outside code and shortcodes. */
export const findTokens = (page: string): readonly Token[] => {
  const { codeRanges } = readPage(page);
  const tokens: Token[] = [];
  let line = 1;
  let counted = 0;
  let range = 0;
  for (const { 0: text, index: start } of page.matchAll(token)) {
    while (range < codeRanges.length && (codeRanges[range]?.[1] ?? 0) <= start) range += 1;
    if (start >= (codeRanges[range]?.[0] ?? Infinity)) continue;
    for (let feed = page.indexOf('\n', counted); feed !== -1 && feed < start; feed = page.indexOf('\n', counted)) {
      line += 1;
      counted = feed + 1;
    }
    tokens.push({ text, start, line });
  }
  return tokens;
};

/** Reports tokens of templates that are left in pages. */
export const tokensGate: GateDefinition = {
  name: 'template_tokens',
  limits: { local: 30, ci: 60, prod: 60 },
  look: async (scene) => ({ issues: await lookAtPages(scene, checkTokens) }),
};

const checkTokens = ({ path, text }: TouchedPage): readonly FoundIssue[] =>
  findTokens(text).map(({ text: found, line }) => ({
    code: issueCodes.templateTokenUnresolved,
    severity: 'blocker',
    message: `'${path}' contains the unresolved token '${found}'`,
    path,
    line,
    context: found,
  }));
