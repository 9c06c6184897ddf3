import { readFileSync } from 'node:fs';
import path from 'node:path';
import { linkFrom, repositoryUrl } from './link.mjs';
import { root } from './pages.mjs';

const plain = (text) => text.replaceAll(/\[([^\]]*)\]\([^)]*\)/gu, '$1').trim();

/** The head of the front page, out of README.md and package.json. */
export const home = () => {
  const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
  const { description } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const tagline = plain(/^Recourse .*$/mu.exec(readme)[0]);
  const rows = [
    ...readme.matchAll(/^\| (?<who>\w[^|]*) \| `(?<install>npm[^|`]*)` *\| \[(?<text>[^\]]+)\]\((?<to>[^)]+)\)/gmu),
  ];
  const link = (to) => linkFrom('README.md', to);
  return {
    layout: 'home',
    titleTemplate: false,
    hero: {
      name: 'Recourse',
      text: description.replace(/\.$/u, ''),
      tagline,
      image: { src: '/logo.svg', alt: '' },
      actions: [
        { theme: 'brand', text: 'Get started', link: link(rows[0].groups.to) },
        { theme: 'alt', text: 'Documentation', link: link('docs/README.md') },
        { theme: 'alt', text: 'Source', link: repositoryUrl },
      ],
    },
    features: rows.map(({ groups }) => ({
      title: `You write ${groups.who.trim()}`,
      details: `<code>${groups.install}</code>`,
      link: link(groups.to),
      linkText: groups.text,
    })),
  };
};

/** Leaves out of the front page what its head already says: the title, the first paragraph and the table. */
export const omitWhatTheHeadSays = (md) => {
  md.core.ruler.push('front-page', (state) => {
    if (path.relative(root, state.env.realPath ?? state.env.path) !== 'README.md') return;
    remove(state.tokens, 'heading', ({ content }) => content === 'Recourse');
    remove(state.tokens, 'paragraph', ({ content }) => content.startsWith('Recourse '));
    remove(state.tokens, 'heading', ({ content }) => content === 'Use it');
    remove(state.tokens, 'table', ({ content }) => content === 'you write');
  });
};

const remove = (tokens, kind, matches) => {
  const inner = tokens.findIndex(
    (token, at) => token.type === 'inline' && matches(token) && isWithin(tokens, at, kind),
  );
  if (inner === -1) throw new Error(`README.md has no such ${kind}: change src/home.mjs with it`);
  const begin = tokens.findLastIndex((token, at) => at < inner && token.type === `${kind}_open`);
  const end = tokens.findIndex((token, at) => at > inner && token.type === `${kind}_close`);
  tokens.splice(begin, end - begin + 1);
};

const isWithin = (tokens, at, kind) =>
  tokens.findLastIndex((token, place) => place < at && token.type === `${kind}_open`) >
  tokens.findLastIndex((token, place) => place < at && token.type === `${kind}_close`);
