const attributes = /\s*\{([^{}]{0,200})\}\s*$/u;
const isKept = /[\p{L}\p{Nd}_]/u;

/** The id that a heading names itself, as in `## Title {#id}`. */
const ownId = (heading: string): string | undefined =>
  /(?:^|\s)#([^\s]+)/u.exec(attributes.exec(heading)?.[1] ?? '')?.[1];

/**
 * Gives headings the ids that Hugo gives them: the Markdown of the heading's last line in lower case, with hyphens for
 * spaces and without punctuation; a repeated one gets a number.
 */
export const createAnchors = (): ((heading: string) => string) => {
  const taken = new Set<string>();
  return (heading) => {
    const own = ownId(heading);
    if (own !== undefined) {
      taken.add(own);
      return own;
    }
    const plain = anchorOf(heading) || 'heading';
    let anchor = plain;
    for (let count = 1; taken.has(anchor); count += 1) anchor = `${plain}-${count}`;
    taken.add(anchor);
    return anchor;
  };
};

/** The id of a heading that no other heading of its page has. */
export const anchorOf = (heading: string): string => {
  const last = heading.slice(heading.lastIndexOf('\n') + 1).trim();
  return Array.from(last, (character) => {
    if (character === ' ' || character === '-') return '-';
    return isKept.test(character) ? character.toLowerCase() : '';
  }).join('');
};

/** A heading without its attributes. */
export const headingText = (heading: string): string =>
  ownId(heading) === undefined ? heading : heading.replace(attributes, '');
