export { en, findLocale, loadCatalogue, locales } from './catalogue.ts';
export type { Catalogue, CatalogueEntry, CoreCatalogue, Locale } from './catalogue.ts';
export { chooseLocale } from './choose-locale.ts';
export { localise, localiseWarning } from './localise.ts';
export type { LocaliseOptions } from './localise.ts';
