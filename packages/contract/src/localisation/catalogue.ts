import type { Template } from '../codes/template.ts';
import type { AnyCode } from '../failures/failure.ts';
import { coreCodes } from '../registries/core/codes.ts';
import type { CoreCode } from '../registries/known-code.ts';

/** The text of a code in one language. The placeholders are those of its row. */
export interface CatalogueEntry {
  readonly summary: Template;
  readonly message: Template;
  readonly hint: Template;
}

/** The messages in one language, by code. A missing code keeps the messages of its row. */
export type Catalogue = Readonly<Partial<Record<AnyCode, CatalogueEntry>>>;

/** One of our own catalogues: it compiles only if it has every core code. */
export type CoreCatalogue = Readonly<Record<CoreCode, CatalogueEntry>>;

/** English is the language of the registry itself. */
export const en: CoreCatalogue = coreCodes.definitions;

/** The languages that the core is translated into. */
export const locales = ['en', 'es'] as const;
export type Locale = (typeof locales)[number];

/** A language is imported when it is first requested, so that the others cost nothing. */
const loaders: Readonly<Record<Locale, () => Promise<CoreCatalogue>>> = {
  en: () => Promise.resolve(en),
  es: async () => (await import('./es.ts')).es,
};

/** The nearest available language: `es-MX` and `es_MX.UTF-8` are `es`; with no nearer one, `en`. */
export const loadCatalogue = (locale: string): Promise<CoreCatalogue> => loaders[findLocale(locale) ?? 'en']();

/** The supported language that a tag names; undefined if it names another. */
export const findLocale = (tag: string): Locale | undefined => {
  const language = tag.split(/[-_.@]/, 1)[0]?.toLowerCase();
  return locales.find((known) => known === language);
};
