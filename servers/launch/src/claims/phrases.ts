/** The sentences that pages say about every product, by name. TruthLock accepts them with their values. */
const phrases = {
  'about.documentation': 'Documentation of {name}.',
  'about.getting-started': 'How to install {name} and use it for the first time.',
  'about.module': 'API reference of {title}: {count}.',
  'about.samples': 'Code samples from the documentation of {name}.',
  'about.example': 'An example from the repository of {name}.',
  'about.guide': '{title}: a guide for {name}.',
  'about.tasks': 'The functions and types of {name}, with links to their reference.',
  'list.docs': 'How to install, use and configure {name}.',
  'list.reference': 'The public API of {name}, by module.',
  'list.kb': 'Examples and answers for users of {name}.',
  'title.product': '{name}',
  'title.docs': '{name} documentation',
  'title.getting-started': 'Get started with {name}',
  'title.tasks': 'Functions and types of {name}',
  'title.reference': '{name} API reference',
  'title.module': '{module}',
  'title.shelf': '{module} {shelf}',
  'title.part': '{module} {shelf} ({number} of {count})',
  'title.kb': '{name} knowledge base',
  'title.samples': '{name} code samples',
  'title.file': '{file}',
  'title.announcement': 'Introducing {name}',
  'title.release': 'Introducing {name} {version}',
  'heading.at-a-glance': 'At a glance',
  'heading.install': 'Install',
  'heading.next-steps': 'Next steps',
  'heading.see-also': 'See also',
  'heading.help': 'Get help',
  'heading.first-example': 'First example',
  'heading.before-you-start': 'Before you start',
  'heading.code': 'Code',
  'heading.changes': 'Changes in {version}',
  'heading.learn-more': 'Learn more',
  'start.steps': 'This page shows how to install {name} and get started with it.',
  'start.install': 'This page shows how to install {name}.',
  'announcement.online': 'The documentation of {product} is online.',
  'fact.version': 'Version: {version}',
  'fact.license': 'License: {license}',
  'fact.language': 'Language: {language}',
  'fact.repository': 'Source code: {url}',
  'link.page': '{title}',
  'link.names': '{title}: {names}',
  'link.more': '{title}: {names} and more',
  'source.place': 'Source: {path}',
  'source.rest': 'The rest is in {path}.',
  'help.issues': 'Report problems and ask questions at {url}.',
} as const;

export type PhraseName = keyof typeof phrases;
export type PhraseValues = Readonly<Record<string, string>>;

/** Writes a phrase with its values. */
export const say = (name: PhraseName, values: PhraseValues = {}): string =>
  phrases[name].replaceAll(/\{(\w+)\}/g, (slot, key: string) => values[key] ?? slot);

export const isPhraseName = (name: string): name is PhraseName => Object.hasOwn(phrases, name);

/** The phrases that templates of the server consist of. */
export const templatePhrases: readonly PhraseName[] = (Object.keys(phrases) as PhraseName[]).filter((name) =>
  name.startsWith('heading.'),
);
