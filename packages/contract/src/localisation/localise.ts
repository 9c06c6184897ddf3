import type { CodeDefinition } from '../codes/code.ts';
import { renderTemplate } from '../codes/template.ts';
import type { Template } from '../codes/template.ts';
import { changeFailure } from '../failures/failure.ts';
import type { Failure } from '../failures/failure.ts';
import type { Warning } from '../failures/outcome.ts';
import { coreRegistry } from '../failures/registry.ts';
import type { Registry } from '../failures/registry.ts';
import { isJsonObject } from '../json.ts';
import type { Json, JsonObject } from '../json.ts';
import type { Catalogue, CatalogueEntry } from './catalogue.ts';

export interface LocaliseOptions {
  /** Where the codes are declared; defaults to the core alone. */
  readonly registry?: Pick<Registry, 'find'>;
}

/**
 * Translates a failure with a catalogue. A message that was written for this one failure is more specific than a
 * template and is kept, and so is everything about a code that the catalogue or the registry does not have.
 */
export const localise = (failure: Failure, catalogue: Catalogue, options: LocaliseOptions = {}): Failure => {
  const words = wordsFor(failure, catalogue, options);
  if (!words) return failure;
  const { entry, definition } = words;
  const reword = (text: string, field: keyof CatalogueEntry): string =>
    reworded(text, definition[field], entry[field], failure.details);
  return changeFailure(failure, {
    message: reword(failure.message, 'message'),
    summary: reword(failure.summary, 'summary'),
    hint: reword(failure.hint, 'hint'),
    ...itemsOf(failure, catalogue, options),
  });
};

/** A batch repeats the messages of its items' failures. */
const itemsOf = (
  { code, details }: Failure,
  catalogue: Catalogue,
  options: LocaliseOptions,
): Pick<Failure, 'details'> => {
  const errors = details?.['errors'];
  if (code !== 'BATCH_PARTIAL_FAILURE' || !Array.isArray(errors)) return {};
  return { details: { ...details, errors: errors.map((item: Json) => localiseItem(item, catalogue, options)) } };
};

const localiseItem = (item: Json, catalogue: Catalogue, { registry = coreRegistry }: LocaliseOptions): Json => {
  if (!isJsonObject(item)) return item;
  const { code, message, details } = item;
  if (typeof code !== 'string' || typeof message !== 'string') return item;
  const entry = Object.hasOwn(catalogue, code) ? catalogue[code] : undefined;
  const definition = registry.find(code);
  if (!entry || !definition) return item;
  const values = isJsonObject(details) ? details : undefined;
  return { ...item, message: reworded(message, definition.message, entry.message, values) };
};

/** Translates a warning with a catalogue, by the same rules. */
export const localiseWarning = (warning: Warning, catalogue: Catalogue, options: LocaliseOptions = {}): Warning => {
  const words = wordsFor(warning, catalogue, options);
  if (!words) return warning;
  const { entry, definition } = words;
  return { ...warning, message: reworded(warning.message, definition.message, entry.message, warning.details) };
};

const wordsFor = (
  { code, namespace }: Pick<Failure, 'code' | 'namespace'>,
  catalogue: Catalogue,
  { registry = coreRegistry }: LocaliseOptions,
): { readonly entry: CatalogueEntry; readonly definition: CodeDefinition } | undefined => {
  const entry = Object.hasOwn(catalogue, code) ? catalogue[code] : undefined;
  const definition = registry.find(code, namespace);
  return entry && definition && { entry, definition };
};

const reworded = (text: string, own: Template, other: Template, details: JsonObject | undefined): string =>
  text === renderTemplate(own, details) ? renderTemplate(other, details) : text;
