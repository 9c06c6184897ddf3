import type { FoundIssue } from '@recourse/runs';
import { readPage } from '../../markdown/read-page.ts';
import { lookAtPages } from '../define-gate.ts';
import type { GateDefinition } from '../define-gate.ts';
import type { TouchedPage } from '../scene.ts';
import { mostCodeCharacters, syntaxChecks } from './check-syntax.ts';
import type { Check } from './check-syntax.ts';
import { openGrammarChecks } from './grammar-checks.ts';
import { issueCodes } from '../issue-codes.ts';

/** Marks of a sample that leaves something out or for the reader to fill in. It cannot be parsed and is not wrong. */
const elision = /…|(?:^|[\s([{,])\.\.\.(?:$|[\s)\]},;])/mu;
const placeholder = /\{\{|<[A-Za-z][\w -]{0,60}>/u;
const dataLanguages: ReadonlySet<string> = new Set(['json', 'yaml', 'yml', 'toml']);

/** Checks the syntax of code samples in JSON, YAML, TOML, JavaScript, TypeScript, Python and Go. Other languages are not checked. */
export const snippetsGate: GateDefinition = {
  name: 'snippets',
  limits: { local: 60, ci: 120, prod: 120 },
  look: async (scene) => {
    const checks = { ...syntaxChecks, ...(await openGrammarChecks()) };
    return { issues: await lookAtPages(scene, (page) => checkSnippets(page, checks)) };
  },
};

const checkSnippets = ({ path, text }: TouchedPage, checks: Readonly<Record<string, Check>>): readonly FoundIssue[] =>
  readPage(text).codes.flatMap(({ language, code, line }) => {
    const check = Object.hasOwn(checks, language) ? checks[language] : undefined;
    if (!check || code.length > mostCodeCharacters) return [];
    const problem = check(code);
    if (!problem) return [];
    const isPartial = elision.test(code) || (dataLanguages.has(language) && placeholder.test(code));
    return [
      {
        code: issueCodes.snippetSyntaxError,
        severity: isPartial ? ('info' as const) : ('error' as const),
        message: `A ${language} sample on '${path}' cannot be parsed: ${problem.message}`,
        path,
        line: line + problem.line,
        rule: language,
        context: code.slice(0, 300),
      },
    ];
  });
