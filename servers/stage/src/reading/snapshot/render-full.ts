import type { StageElement } from '../../observe/element.ts';
import type { Placed } from '../../references/placed.ts';
import { countTokens } from '../../tokens/count-tokens.ts';
import { describeLine } from './describe-line.ts';
import { jsonOf } from './shown-element.ts';
import type { JsonElement } from './shown-element.ts';

export type Format = 'text' | 'json';

/** How elements are written: with which numbers, and how much of each name and value. */
export interface Writing {
  readonly refOf: (placed: Placed) => number;
  readonly elementOf: (placed: Placed) => StageElement;
}

/** Elements as text: one line for each, indented by its containers. */
export const renderText = (shown: readonly Placed[], writing: Writing): string =>
  shown.map((placed) => lineOf(placed, writing)).join('\n');

const lineOf = (placed: Placed, { refOf, elementOf }: Writing): string =>
  `${'  '.repeat(Math.min(placed.depth, deepest))}${describeLine(elementOf(placed), refOf(placed))}`;

/** Deeper lines say by their order what belongs where. */
const deepest = 12;

type Container = Omit<JsonElement, 'children'> & { children?: JsonElement[] };

/** Elements as JSON, those of a container below it. */
export const renderJson = (shown: readonly Placed[], { refOf, elementOf }: Writing): readonly JsonElement[] => {
  const made = new Map<Placed, Container>();
  const roots: JsonElement[] = [];
  for (const placed of shown) {
    const json: Container = jsonOf(elementOf(placed), refOf(placed));
    made.set(placed, json);
    const container = placed.parent && made.get(placed.parent);
    if (container) (container.children ??= []).push(json);
    else roots.push(json);
  }
  return roots;
};

/** The tokens that an element adds to an answer. */
export const costIn =
  (format: Format, writing: Writing) =>
  (placed: Placed): number => {
    if (format === 'text') return countTokens(`${JSON.stringify(lineOf(placed, writing)).slice(1, -1)}\\n`);
    const json = JSON.stringify(jsonOf(writing.elementOf(placed), writing.refOf(placed)));
    return countTokens(placed.element.children.length > 0 ? `${json},"children":[]` : `${json},`);
  };
