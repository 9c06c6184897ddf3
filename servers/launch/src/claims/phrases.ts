/** The sentences that pages say about every product, by name. TruthLock accepts them with their values. */
const phrases = {
  'about.documentation': 'Documentation of {name}.',
  'about.getting-started': 'How to install {name} and use it for the first time.',
  'about.module': 'API reference of {title}: {count}.',
  'about.samples': 'Code samples from the documentation of {name}.',
  'about.example': 'An example from the repository of {name}.',
  'about.guide': '{title}: a guide for {name}.',
  'list.docs': 'How to install, use and configure {name}.',
  'list.reference': 'The public API of {name}, by module.',
  'list.kb': 'Examples and answers for users of {name}.',
} as const;

export type PhraseName = keyof typeof phrases;
type PhraseValues = Readonly<Record<string, string>>;

/** Writes a phrase with its values. */
export const say = (name: PhraseName, values: PhraseValues): string =>
  phrases[name].replaceAll(/\{(\w+)\}/g, (slot, key: string) => values[key] ?? slot);

export const isPhraseName = (name: string): name is PhraseName => Object.hasOwn(phrases, name);
