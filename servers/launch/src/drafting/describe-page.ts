import { say } from '../claims/phrases.ts';
import { firstSentence } from '../product/first-sentence.ts';
import { oneLine } from '../product/plain-text.ts';
import type { PageContext } from './page-context.ts';

const longestDescription = 300;

/** A sentence about the page, in plain text: for its front matter, and for its first paragraph where it has no other. */
export const describePage = ({ page, config, facts, symbols, topics, used }: PageContext): string => {
  const name = config.product_name;
  const about =
    facts.description === null
      ? say('about.documentation', { name })
      : sentence(oneLine(facts.description, longestDescription));
  switch (page.role) {
    case 'overview':
    case 'announcement':
      return about;
    case 'getting-started':
      return say('about.getting-started', { name });
    case 'module': {
      const count = symbols.length === 1 ? '1 public name' : `${symbols.length} public names`;
      return say('about.module', { title: page.title, count });
    }
    case 'how-to':
      return used.length > 1 ? say('about.samples', { name }) : say('about.example', { name });
    case 'list':
      return listDescriptions[page.section]?.(name) ?? about;
    default:
      return firstSentence(topics[0]?.text ?? '') ?? say('about.guide', { title: page.title, name });
  }
};

const listDescriptions: Readonly<Record<string, (name: string) => string>> = {
  docs: (name) => say('list.docs', { name }),
  reference: (name) => say('list.reference', { name }),
  kb: (name) => say('list.kb', { name }),
};

const sentence = (text: string): string => {
  const start = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(start) ? start : `${start}.`;
};
