import type { Mismatch } from './mismatch.ts';
import type { ReachableCodes } from './reachable-codes.ts';
import type { ToolDefinition } from './tool-definitions.ts';

/** Codes that the handlers of these tools cannot produce, although the names in their code lead there. */
export interface Exclusion {
  readonly codes: readonly string[];
  readonly tools: readonly string[];
  readonly reason: string;
}

export interface ToolRules {
  /** Codes that every tool may answer with, whether it declares them or not. */
  readonly implied: readonly string[];
  readonly excluded: readonly Exclusion[];
  /** The codes of handlers, without errors that are swallowed on the way. */
  readonly certain: ReachableCodes;
  /** The codes of handlers, with every error that the code around them may swallow. */
  readonly possible: ReachableCodes;
}

/** Compares the codes that tools declare with those that their handlers can produce. */
export const findToolMismatches = (tools: readonly ToolDefinition[], rules: ToolRules): readonly Mismatch[] => {
  const unused = new Set(
    rules.excluded.flatMap(({ codes, tools: names }) =>
      names.flatMap((name) => codes.map((code) => `${name} ${code}`)),
    ),
  );
  const found = tools.flatMap(({ name, node, errors }): readonly Mismatch[] => {
    const allowed = new Set([...errors.literals, ...rules.implied]);
    const undeclared = [...rules.certain(node)].filter((code) => !allowed.has(code));
    const unexpected = undeclared.filter((code) => !unused.delete(`${name} ${code}`));
    const possible = rules.possible(node);
    const impossible = errors.literals.filter((code) => !possible.has(code) && !rules.implied.includes(code));
    return [
      ...(errors.isOpen ? [{ kind: 'dynamic', subject: 'errors', place: name } as const] : []),
      ...unexpected.map((subject) => ({ kind: 'undeclared', subject, place: name }) as const),
      ...impossible.map((subject) => ({ kind: 'impossible', subject, place: name }) as const),
    ];
  });
  const needless = [...unused].map((pair) => {
    const [place = '', subject = ''] = pair.split(' ');
    return { kind: 'needless exclusion', subject, place } as const;
  });
  return [...found, ...needless];
};
