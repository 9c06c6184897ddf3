import type { Node } from 'typescript/unstable/ast';
import { isClassDeclaration } from 'typescript/unstable/ast/is';
import type { CodePlace } from './code-places.ts';
import { mentionsIn, visitPart } from './parts.ts';
import type { Guard, Part, VisitOptions } from './parts.ts';
import type { ResolveNames } from './resolve-names.ts';

/** The codes that a piece of code can fail with. */
export type ReachableCodes = (root: Node) => ReadonlySet<string>;

interface Edge {
  readonly to: readonly Part[];
  readonly isCreation: boolean;
  /** Each: objects of one of these classes must exist. */
  readonly guards: readonly (readonly Part[])[];
}

interface Reached {
  readonly edges: readonly Edge[];
  readonly made: readonly { readonly codes: readonly string[]; readonly guards: readonly (readonly Part[])[] }[];
}

/**
 * Follows the names in a piece of code to everything that it can run. Code behind `error instanceof X` counts only if
 * something that was reached creates an X.
 */
export const createReachableCodes = (
  resolve: ResolveNames,
  places: readonly CodePlace[],
  options: VisitOptions,
): ReachableCodes => {
  const made = new Map<Node, readonly string[]>(
    places.filter(({ makesFailure }) => makesFailure).map(({ node, values }) => [node, values.literals]),
  );
  const known = new Map<Part, Reached>();

  const reach = (part: Part): Reached => {
    const found = known.get(part);
    if (found) return found;
    const mentions = mentionsIn(part, options);
    const targets = resolve(mentions.map(({ name }) => name));
    const classesOf = (guards: readonly Guard[]) => guards.map((names) => resolve(names).flat()).filter(isOurs);
    const edges = mentions.flatMap(({ isCreation, guards }, at): readonly Edge[] => {
      const to = (targets[at] ?? []).filter((one) => one !== part);
      return to.length > 0 ? [{ to, isCreation, guards: classesOf(guards) }] : [];
    });
    const codes: Reached['made'][number][] = [];
    visitPart(part, options, (node, guards) => {
      const literals = made.get(node);
      if (literals) codes.push({ codes: literals, guards: classesOf(guards) });
    });
    const reached = { edges, made: codes };
    known.set(part, reached);
    return reached;
  };

  return (root) => {
    const seen = new Set<Part>([root]);
    const created = new Set<Part>();
    const codes = new Set<string>();
    const holds = (guards: Edge['guards']): boolean =>
      guards.every((classes) => classes.some((one) => created.has(one)));
    // Objects of a class that is created late can open guards that were passed before.
    for (let size = -1; size !== seen.size + created.size;) {
      size = seen.size + created.size;
      for (const part of seen) {
        const reached = reach(part);
        for (const { to, isCreation, guards } of reached.edges) {
          if (!holds(guards)) continue;
          for (const target of to) {
            seen.add(target);
            if (isCreation && isClassDeclaration(target)) created.add(target);
          }
        }
        for (const one of reached.made) if (holds(one.guards)) for (const code of one.codes) codes.add(code);
      }
    }
    return codes;
  };
};

/** Classes of other packages can be created anywhere. */
const isOurs = (classes: readonly Part[]): boolean => classes.length > 0;
