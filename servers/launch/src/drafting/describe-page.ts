import { firstSentence } from '../product/first-sentence.ts';
import { oneLine } from '../product/plain-text.ts';
import type { PageContext } from './page-context.ts';

const longestDescription = 300;

/** A sentence about the page, in plain text: for its front matter, and for its first paragraph where it has no other. */
export const describePage = ({ page, config, facts, symbols, topics, used }: PageContext): string => {
  const name = config.product_name;
  const about =
    facts.description === null ? `Documentation of ${name}.` : sentence(oneLine(facts.description, longestDescription));
  switch (page.role) {
    case 'overview':
    case 'announcement':
      return about;
    case 'getting-started':
      return `How to install ${name} and use it for the first time.`;
    case 'module': {
      const count = symbols.length === 1 ? '1 public name' : `${symbols.length} public names`;
      return `API reference of ${page.title}: ${count}.`;
    }
    case 'how-to':
      return used.length > 1
        ? `Code samples from the documentation of ${name}.`
        : `An example from the repository of ${name}.`;
    case 'list':
      return listDescriptions[page.section]?.(name) ?? about;
    default:
      return firstSentence(topics[0]?.text ?? '') ?? `${page.title}: a guide for ${name}.`;
  }
};

const listDescriptions: Readonly<Record<string, (name: string) => string>> = {
  docs: (name) => `How to install, use and configure ${name}.`,
  reference: (name) => `The public API of ${name}, by module.`,
  kb: (name) => `Examples and answers for users of ${name}.`,
};

const sentence = (text: string): string => {
  const start = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(start) ? start : `${start}.`;
};
