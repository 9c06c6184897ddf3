/**
 * Shows the evidence of sentences on a page of the preview. The page's own scripts do not run, but its elements can take
 * the names of properties of `document`, such as `body`: everything of `document` is therefore taken from its prototype.
 */
(() => {
  'use strict';
  const { prototype } = Document;
  const read = (name) => Object.getOwnPropertyDescriptor(prototype, name).get.call(document);
  const create = (name, properties = {}, ...children) => {
    const element = prototype.createElement.call(document, name);
    for (const [key, value] of Object.entries(properties)) {
      if (key === 'text') element.textContent = value;
      else element.setAttribute(key, value);
    }
    element.append(...children.filter((child) => child !== undefined));
    return element;
  };
  const listen = (type, listener, options) =>
    EventTarget.prototype.addEventListener.call(document, type, listener, options);
  const all = (selector) => [...Document.prototype.querySelectorAll.call(document, selector)];

  const data = JSON.parse(read('currentScript').getAttribute('data-evidence'));
  const { names, counts, sentences = [] } = data;
  const style = new CSSStyleSheet();
  style.replaceSync(data.style);

  /** Inline and important, so that no style of the page applies to the elements of the overlay. */
  const isolate = (element, rules) => {
    for (const [name, value] of Object.entries({ all: 'initial', ...rules })) {
      element.style.setProperty(name, value, 'important');
    }
  };
  const withShadow = (element) => {
    const shadow = element.attachShadow({ mode: 'open' });
    shadow.adoptedStyleSheets = [style];
    return shadow;
  };
  const numberOf = (element) => Number(element.getAttribute('n'));

  // The text of sentences on the page.
  const pageStyle = new CSSStyleSheet();
  pageStyle.replaceSync(`
    ${names.text}.lit { background: color-mix(in srgb, #3b82f6 22%, transparent) !important; border-radius: 2px !important; }
  `);
  const own = read('adoptedStyleSheets');
  Object.getOwnPropertyDescriptor(prototype, 'adoptedStyleSheets').set.call(document, [...own, pageStyle]);
  const light = (number) => {
    for (const lit of all(`${names.text}.lit`)) lit.classList.remove('lit');
    if (number !== undefined) for (const piece of all(`${names.text}[n="${number}"]`)) piece.classList.add('lit');
  };

  // The card.
  const host = create('div');
  isolate(host, { display: 'block', position: 'fixed', inset: 'auto', width: '0', height: '0', overflow: 'visible' });
  const shadow = withShadow(host);
  const card = create('section', { class: 'card', role: 'dialog', 'aria-label': 'Evidence', tabindex: '-1' });
  card.hidden = true;
  let shown;
  let isPinned = false;
  let hiding;

  const quoteOf = ({ lines, first, more, isSame }) => {
    if (!lines) return [];
    const rows = lines.map((line, at) =>
      create(
        'div',
        { class: 'row' },
        create('span', { class: 'n', text: first + at }),
        create('span', { class: 't', text: line }),
      ),
    );
    return [
      create('div', { class: 'lines' }, ...rows),
      more > 0 ? create('p', { class: 'soft', text: `${more} more lines` }) : undefined,
      isSame ? undefined : create('p', { class: 'alarm', text: 'The lines have changed since the claim was read.' }),
    ];
  };
  const linkOf = ({ url, place }) =>
    /^https?:\/\//i.test(url)
      ? create('a', { href: url, target: '_blank', rel: 'noopener noreferrer', text: place })
      : create('span', { text: place });
  const claimOf = (claim) =>
    create(
      'li',
      { class: 'claim' },
      create('p', { class: 'place' }, create('span', { class: 'tag', text: claim.kind }), ' ', linkOf(claim)),
      create('p', { dir: 'auto', text: claim.subject === undefined ? claim.text : `${claim.subject}: ${claim.text}` }),
      ...quoteOf(claim),
    );
  const contentOf = (sentence) => [
    create(
      'header',
      {},
      create('span', { class: `tag ${sentence.look}`, text: sentence.label }),
      create('button', { type: 'button', class: 'close', 'aria-label': 'Close', text: '×' }),
    ),
    create('p', { class: 'said', dir: 'auto', text: sentence.text }),
    ...sentence.objections.map(({ code, message }) =>
      create('p', { class: 'alarm', dir: 'auto' }, create('code', { text: code }), ` ${message}`),
    ),
    sentence.isBacked ? create('p', { class: 'fine', text: 'The truth_lock gate accepted the sentence.' }) : undefined,
    sentence.phrase === undefined
      ? undefined
      : create('p', {}, 'Template phrase: ', create('code', { text: sentence.phrase })),
    sentence.unknown
      ? create('p', { class: 'alarm', text: `Cites unknown claims: ${sentence.unknown.join(', ')}` })
      : undefined,
    sentence.claims.length > 0
      ? create('ol', { class: 'claims' }, ...sentence.claims.map(claimOf))
      : sentence.phrase === undefined
        ? create('p', { class: 'soft', text: sentence.meaning })
        : undefined,
  ];

  /** Below the sentence if there is room, else above it. On narrow screens the style makes it a sheet. */
  const placeAt = (box) => {
    const { offsetWidth: width, offsetHeight: height } = card;
    const below = box.bottom + 8 + height <= innerHeight;
    card.style.left = `${Math.max(12, Math.min(box.left, innerWidth - width - 12))}px`;
    card.style.top = `${below ? box.bottom + 8 : Math.max(12, box.top - height - 8)}px`;
  };
  const show = (number, box) => {
    clearTimeout(hiding);
    const sentence = sentences[number];
    if (!sentence || (shown === number && !card.hidden)) return;
    if (shown !== number) card.replaceChildren(...contentOf(sentence).filter((part) => part !== undefined));
    shown = number;
    card.hidden = false;
    card.scrollTop = 0;
    placeAt(box);
    light(number);
  };
  const hide = () => {
    clearTimeout(hiding);
    for (const { button, number } of marks) if (number === shown) button.setAttribute('aria-expanded', 'false');
    card.hidden = true;
    isPinned = false;
    shown = undefined;
    light();
  };
  const hideSoon = () => {
    clearTimeout(hiding);
    if (!isPinned) hiding = setTimeout(hide, 250);
  };
  const pin = (number, box) => {
    if (shown !== number) hide();
    show(number, box);
    isPinned = true;
    for (const mark of marks) if (mark.number === number) mark.button.setAttribute('aria-expanded', 'true');
    card.focus({ preventScroll: true });
  };
  const closeAndReturn = () => {
    const mark = marks.find(({ number }) => number === shown);
    mark?.button.focus({ preventScroll: true });
    // After the focus, which shows the card of a mark.
    hide();
  };

  // The mark behind each sentence: a button, so that keyboards and fingers reach the evidence as well.
  const marks = all(names.mark).map((element) => {
    const number = numberOf(element);
    const sentence = sentences[number];
    isolate(element, { display: 'inline' });
    const button = create('button', {
      type: 'button',
      class: `mark ${sentence.look}`,
      'aria-expanded': 'false',
      'aria-label': `Evidence, ${sentence.label}: ${sentence.text.slice(0, 80)}`,
    });
    const box = () => button.getBoundingClientRect();
    button.addEventListener('click', () => pin(number, box()));
    button.addEventListener('focus', () => isPinned || show(number, box()));
    button.addEventListener('blur', hideSoon);
    withShadow(element).append(button);
    return { number, element, button };
  });

  const textAt = (event) => (event.target instanceof Element ? event.target.closest(names.text) : undefined);
  listen('mouseover', (event) => {
    const text = textAt(event);
    if (text && !isPinned) show(numberOf(text), text.getBoundingClientRect());
    else if (event.target !== host) hideSoon();
  });
  listen('click', (event) => {
    const text = textAt(event);
    // A click on a link follows the link.
    if (text && !event.target.closest('a, button, summary, label')) pin(numberOf(text), text.getBoundingClientRect());
    else if (!event.composedPath().includes(host) && !marks.some(({ element }) => element === event.target)) hide();
  });
  listen('keydown', (event) => {
    if (event.key === 'Escape' && shown !== undefined) closeAndReturn();
  });
  card.addEventListener('mouseenter', () => clearTimeout(hiding));
  card.addEventListener('mouseleave', hideSoon);
  card.addEventListener('click', (event) => {
    if (event.target.closest('.close')) closeAndReturn();
  });

  // The bar with the counts.
  const bar = create('nav', { class: 'bar', 'aria-label': 'Preview' });
  if (counts) {
    const seen = counts.sentences - counts.hidden;
    const bare = sentences.filter(({ look }) => look === 'uncited' || look === 'objection').length;
    bar.append(
      create('span', { class: 'count' }, create('b', { text: `${counts.matched} of ${seen}` }), ' sentences matched'),
      ...(bare > 0 ? [create('span', { class: 'tag uncited', text: `${bare} to review` })] : []),
    );
    const toggle = create('button', { type: 'button', 'aria-pressed': 'true', text: 'Marks' });
    toggle.addEventListener('click', () => {
      const isOn = toggle.getAttribute('aria-pressed') !== 'true';
      toggle.setAttribute('aria-pressed', String(isOn));
      for (const { element } of marks) element.style.setProperty('display', isOn ? 'inline' : 'none', 'important');
      hide();
    });
    bar.append(toggle);
  } else bar.append(create('span', { class: 'count', text: 'Not a page of this run' }));
  bar.append(create('a', { href: data.index, text: 'All pages' }));
  shadow.append(bar, card);
  read('documentElement').append(host);
  // The top layer is above everything that the page can draw.
  host.setAttribute('popover', 'manual');
  host.showPopover?.();
})();
