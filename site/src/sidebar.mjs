import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pageAt } from './link.mjs';
import { pagesIn, rewritten, root, titleOf } from './pages.mjs';

const overview = 'docs/README.md';

/** The sidebar, which is the reading order of docs/README.md: its headings, and the pages that they list. */
export const sidebar = () => {
  const sections = readFileSync(path.join(root, overview), 'utf8').split(/^## /mu).slice(1);
  const groups = sections
    .map((section) => ({ text: section.split('\n', 1)[0].split(',', 1)[0], items: itemsOf(section) }))
    .filter(({ items }) => items.length > 0);
  const project = ['CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'].map((file) => itemFor(titleOf(file), file));
  return [
    { text: 'Documentation', items: [itemFor('Overview', overview)] },
    ...groups.map((group) => ({ ...group, collapsed: false })),
    { text: 'Project', items: project, collapsed: false },
  ];
};

const itemFor = (text, file) => ({ text, link: `/${rewritten(file)}` });

/** One item for each link to a page. A folder without a README becomes a group of its pages. */
const itemsOf = (section) =>
  [...section.matchAll(/\[(?<label>[^\]]+)\]\((?<target>[^)#\s]+)\)/gu)].flatMap(({ groups }) => {
    const file = path.posix.join('docs', groups.target);
    const page = pageAt(file);
    if (!page) return [];
    if (page !== file && page !== `${file}/README.md`)
      return [
        {
          text: textOf(groups.label),
          collapsed: true,
          items: pagesIn(file).map((each) => itemFor(titleOf(each), each)),
        },
      ];
    return [itemFor(textOf(groups.label), page)];
  });

/** A label starts with a capital, unless it is the name of a folder. */
const textOf = (label) =>
  label.startsWith('`') ? label.replaceAll('`', '') : label.replace(/^./u, (first) => first.toUpperCase());
