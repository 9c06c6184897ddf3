import type { ProductFacts } from '../artifacts.ts';
import { groupBy } from './group-by.ts';
import { indexSlug } from './page-path.ts';
import type { Outlined } from './outlined.ts';
import { snippetKey, symbolKey, topicKey } from './outlined.ts';
import type { PlanInputs } from './plan-pages.ts';
import { createSlugs } from './slug.ts';

type Topic = ProductFacts['topics'][number];

const mostGuides = 40;
const mostHowTos = 15;
const shortestGuide = 200;

const isReadme = ({ source }: Topic): boolean => /^readme(?:\.|$)/i.test(source.path);
/** The text that introduces the product: its README, or the one of its documents. */
const introOf = ({ topics }: ProductFacts): Topic | undefined =>
  topics.find(isReadme) ?? topics.find(({ source }) => /^docs?\/(?:readme|index)\.\w+$/i.test(source.path));

/** Sections that a page states from facts, or that belong to the repository and not to a site. */
const isLeftOut = ({ title }: Topic): boolean =>
  /^(?:table of )?contents?$|^toc$|licen[sc]e|contribut|acknowledg|credits|authors?$|maintainers?$|sponsor|backers|badges?$|build status|^tests?$|^testing$|^development$|change ?log|release notes|code of conduct|donat|^related|^links$|^support$|security policy|^status$|^todo$|roadmap|stargazers|^team$|^see also$|^building$|^versioning$|^hacking$/i.test(
    title,
  );
const isStart = ({ title }: Topic): boolean =>
  /install|get(?:ting)? started|quick ?start|set ?up|^usage$|^use$|^basic usage$|^example$|^examples$|^requirements?$|prerequisites|^synopsis$|^import$/i.test(
    title,
  );

/** One page about the product. */
export const outlineProduct = ({ config, facts }: PlanInputs): readonly Outlined[] => {
  const intro = introOf(facts);
  const features = facts.topics.filter(
    (topic) => isReadme(topic) && /feature|why|highlights|overview|goals|motivation|about/i.test(topic.title),
  );
  const uses = [...(intro ? [intro] : []), ...features.filter((topic) => topic !== intro)];
  return [{ slug: indexSlug, title: config.product_name, role: 'overview', uses: uses.map(topicKey) }];
};

/** A list, how to start, and a guide for each document and each long section of the README. */
export const outlineDocs = ({ config, facts }: PlanInputs): readonly Outlined[] => {
  const slugs = createSlugs([indexSlug, 'index', 'getting-started', 'functions-and-types']);
  const [intro, ...sections] = facts.topics.filter(isReadme);
  const start = [...(intro ? [intro] : []), ...sections].filter((topic) => isStart(topic) && !isLeftOut(topic));
  const guides = sections
    .filter((topic) => !isStart(topic) && !isLeftOut(topic) && topic.text.length >= shortestGuide)
    .map((topic): Outlined => ({
      slug: slugs(topic.title, 'guide'),
      title: topic.title,
      role: 'guide',
      uses: [topicKey(topic)],
    }));
  const documents = groupBy(
    facts.topics.filter((topic) => !isReadme(topic)),
    ({ source }) => source.path,
  );
  const pages = [...documents.values()].flatMap((topics): readonly Outlined[] => {
    const [first] = topics;
    const kept = topics.filter((topic) => topic === first || !isLeftOut(topic));
    const length = kept.reduce((sum, { text }) => sum + text.length, 0);
    const title = titleOf(kept, config.product_name);
    if (!first || length < shortestGuide || isLeftOut({ ...first, title })) return [];
    return pagesOf(kept, config.budgets.max_lines_per_file - frame).map((part, index): Outlined => {
      const own = index === 0 ? title : (part[0]?.title ?? title);
      return { slug: slugs(own, 'guide'), title: own, role: 'guide', uses: part.map(topicKey) };
    });
  });
  return [
    { slug: indexSlug, title: `${config.product_name} documentation`, role: 'list', uses: [] },
    {
      slug: 'getting-started',
      title: `Get started with ${config.product_name}`,
      role: 'getting-started',
      uses: start.map(topicKey),
    },
    ...outlineTasks(config.product_name, facts),
    ...[...guides, ...pages].slice(0, mostGuides),
  ];
};

/** Lines of a page besides its topics. */
const frame = 40;

/** The topics of a document, on as many pages as they need. */
const pagesOf = (topics: readonly Topic[], most: number): readonly (readonly Topic[])[] => {
  const pages: Topic[][] = [];
  let lines = Number.POSITIVE_INFINITY;
  for (const topic of topics) {
    const own = topic.text.split('\n').length + 4;
    lines += own;
    if (lines > most) {
      pages.push([]);
      lines = own;
    }
    pages.at(-1)?.push(topic);
  }
  return pages;
};

const mostTasks = 60;

/** One page with what the names of the main module do: the only guide that a product without documents has. */
const outlineTasks = (name: string, facts: ProductFacts): readonly Outlined[] => {
  const [main] = [...groupBy(facts.symbols, ({ module }) => module ?? '').keys()].toSorted(
    (a, b) => a.split(/[./]/).length - b.split(/[./]/).length || (a < b ? -1 : 1),
  );
  const shown = facts.symbols.filter(
    ({ module, kind, doc }) =>
      module === main &&
      (kind === 'function' || (doc !== '' && kind !== 'method' && kind !== 'property' && kind !== 'module')),
  );
  if (shown.every(({ doc }) => doc === '')) return [];
  const uses = shown.slice(0, mostTasks).map(symbolKey);
  return [{ slug: 'functions-and-types', title: `Functions and types of ${name}`, role: 'tasks', uses }];
};

/** The first heading of a document, or the name of its file where it has none. */
const titleOf = (topics: readonly Topic[], untitled: string): string => {
  const titled = topics.find(({ title }) => title !== untitled)?.title;
  const name =
    topics[0]?.source.path
      .split('/')
      .at(-1)
      ?.replace(/\.\w+$/, '')
      .replaceAll(/[-_]+/g, ' ') ?? untitled;
  return topics[0]?.title === untitled || titled === undefined ? name.charAt(0).toUpperCase() + name.slice(1) : titled;
};

/** A list, and a how-to for each example; without examples, one page with the code of the documents. */
export const outlineKnowledge = ({ config, facts, snippets }: PlanInputs): readonly Outlined[] => {
  const slugs = createSlugs([indexSlug, 'index']);
  const isFile = (path: string): boolean => !/\.(?:md|markdown|rst)$|readme$/i.test(path);
  // A sample in a comment begins further down.
  const examples = snippets.snippets
    .filter(({ source }) => isFile(source.path) && source.start_line === 1)
    .slice(0, mostHowTos);
  const howTos = examples.map((snippet): Outlined => ({
    slug: slugs(snippet.title, 'example'),
    title: snippet.title,
    role: 'how-to',
    uses: [snippetKey(snippet)],
  }));
  const samples = snippets.snippets
    .filter(({ language }) => language === facts.language || sameFamily(language, facts.language))
    .slice(0, mostHowTos);
  const collected: Outlined = {
    slug: 'code-samples',
    title: `${config.product_name} code samples`,
    role: 'how-to',
    uses: samples.map(snippetKey),
  };
  const pages = howTos.length > 0 ? howTos : samples.length > 0 ? [collected] : [];
  return [{ slug: indexSlug, title: `${config.product_name} knowledge base`, role: 'list', uses: [] }, ...pages];
};

const families = [
  ['typescript', 'ts', 'javascript', 'js', 'tsx', 'jsx', 'mjs'],
  ['python', 'py', 'pycon', 'python3'],
  ['go', 'golang'],
  ['rust', 'rs'],
];
const sameFamily = (one: string, other: string | null): boolean =>
  other !== null && families.some((family) => family.includes(one) && family.includes(other));

/** One post that announces the product, with the newest release. */
export const outlineBlog = ({ config, facts }: PlanInputs): readonly Outlined[] => {
  const intro = introOf(facts);
  const title =
    facts.version === null
      ? `Introducing ${config.product_name}`
      : `Introducing ${config.product_name} ${facts.version}`;
  return [
    { slug: `introducing-${config.product_slug}`, title, role: 'announcement', uses: intro ? [topicKey(intro)] : [] },
  ];
};
