import { renderTemplate } from '@recourse/contract';
import type { JsonObject } from '@recourse/contract';
import { boundJson, cleanText } from '@recourse/upstream';
import type { Hide } from '@recourse/upstream';
import { placeholdersOf } from './placeholders.ts';

/** Fills in a template of an adapter. The result is one line of bounded length, regardless of the values. */
export const renderMessage = (template: string, values: JsonObject, hide: Hide): string =>
  hide(cleanText(hide(renderTemplate(template, values)), 1000));

/** The values that a template names, bounded and without secrets: what a message says, its details say too. */
export const namedBy = (template: string, values: JsonObject, hide: Hide): JsonObject => {
  const clean = (text: string, longest?: number) => hide(cleanText(hide(text), longest));
  const given = placeholdersOf(template).filter((name) => Object.hasOwn(values, name) && values[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, boundJson(values[name], clean)]));
};
