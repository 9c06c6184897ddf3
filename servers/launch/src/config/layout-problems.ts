import type { Section } from './sections.ts';

/** The fields of a configuration that must fit each other. */
interface Layout {
  readonly required_sections: readonly Section[];
  readonly site_layout: { readonly subdomain_roots: Readonly<Record<Section, string>> };
  readonly allowed_paths: readonly string[];
}

interface LayoutProblem {
  readonly path: readonly string[];
  readonly message: string;
}

/**
 * Lists the problems of fields that are valid one by one: sections whose pages would be taken for those of another, and
 * sections of which the run may write nothing. Only sections that the run writes count.
 */
export const layoutProblems = ({ required_sections, site_layout, allowed_paths }: Layout): readonly LayoutProblem[] => {
  const { subdomain_roots: roots } = site_layout;
  const sharing = required_sections.flatMap((section, index) =>
    required_sections
      .filter((other, place) => place !== index)
      .flatMap((other) => {
        const message = conflictOf(roots[section], other, roots[other], required_sections.indexOf(other) < index);
        return message === undefined ? [] : [{ path: ['site_layout', 'subdomain_roots', section], message }];
      }),
  );
  const closed = required_sections.filter((section) => !allowed_paths.some((path) => overlap(path, roots[section])));
  return closed.length === 0
    ? sharing
    : [...sharing, { path: ['allowed_paths'], message: closedMessage(closed, roots) }];
};

/** Two equal folders are one problem, that of the later section. */
const conflictOf = (root: string, other: Section, otherRoot: string, isLater: boolean): string | undefined => {
  if (fold(root) === fold(otherRoot)) {
    return isLater ? `must differ from the folder of ${other}: both are '${root}'` : undefined;
  }
  return isInside(root, otherRoot)
    ? `must not be inside the folder of ${other} ('${otherRoot}'), got '${root}'`
    : undefined;
};

const closedMessage = (closed: readonly Section[], roots: Layout['site_layout']['subdomain_roots']): string => {
  const folders = closed.map((section) => `'${roots[section]}'`).join(', ');
  const those = closed.length === 1 ? 'this section' : 'these sections';
  return `must allow the pages of ${closed.join(', ')}: add ${folders}, or remove ${those} from required_sections`;
};

const overlap = (one: string, other: string): boolean =>
  fold(one) === fold(other) || isInside(one, other) || isInside(other, one);

const isInside = (path: string, folder: string): boolean => fold(path).startsWith(`${fold(folder)}/`);

/** Sites are also built on file systems that do not tell upper from lower case. */
const fold = (path: string): string => path.normalize('NFC').toLowerCase();
