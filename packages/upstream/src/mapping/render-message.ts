import { renderTemplate } from '@recourse/contract';
import type { JsonObject } from '@recourse/contract';
import { cleanText } from '../answers/clean-text.ts';
import type { Hide } from '../answers/secret-hider.ts';

/** Fills in a template of an adapter. What comes out is one line of bounded length, whatever the values were. */
export const renderMessage = (template: string, values: JsonObject, hide: Hide): string =>
  hide(cleanText(hide(renderTemplate(template, values)), 1000));

/** The values that a template names: what a message says, its details say too. */
export const namedBy = (template: string, values: JsonObject): JsonObject => {
  const names = Array.from(template.matchAll(/\{([^{}]+)\}/g), ([, name = '']) => name);
  return Object.fromEntries(names.filter((name) => Object.hasOwn(values, name)).map((name) => [name, values[name]]));
};
