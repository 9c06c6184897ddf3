import type { PhraseName } from '../claims/phrases.ts';
import { firstSentence } from '../product/first-sentence.ts';
import { oneLine } from '../product/plain-text.ts';
import type { PageContext } from './page-context.ts';

const longestDescription = 300;

/** A sentence about the page, in plain text: for its front matter, and for its first paragraph where it has no other. */
export const describePage = (context: PageContext): string => {
  const { page, config, facts, topics, used, claims } = context;
  const { say, quote } = context.citing;
  const name = config.product_name;
  const about = facts.description === null ? undefined : sentence(oneLine(facts.description, longestDescription));
  if (about !== undefined) quote(claims.field('description'), about);
  const symbols = context.symbols.filter(({ kind }) => kind !== 'module');
  switch (page.role) {
    case 'overview':
    case 'announcement':
      return about ?? say('about.documentation', { name });
    case 'getting-started':
      return say('about.getting-started', { name });
    case 'module': {
      const count = symbols.length === 1 ? '1 public name' : `${symbols.length} public names`;
      return say('about.module', { title: page.title, count });
    }
    case 'how-to':
      return used.length > 1 ? say('about.samples', { name }) : say('about.example', { name });
    case 'list':
      return say(listPhrases[page.section] ?? 'about.documentation', { name });
    case 'tasks':
      return say('about.tasks', { name });
    default: {
      const [topic] = topics;
      const first = firstSentence(topic?.text ?? '');
      if (!topic || first === undefined) return say('about.guide', { title: page.title, name });
      quote(claims.prose(topic));
      return first;
    }
  }
};

const listPhrases: Readonly<Record<string, PhraseName>> = {
  docs: 'list.docs',
  reference: 'list.reference',
  kb: 'list.kb',
};

const sentence = (text: string): string => {
  const start = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(start) ? start : `${start}.`;
};
