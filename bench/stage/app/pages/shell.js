/** The frame that every page of the app has: a menu, a toolbar, a status line. Its buttons are facts, too. */
const places = ['Dashboard', 'Invoices', 'Customers', 'Projects', 'Calendar', 'Files', 'Reports', 'Settings'];
const tools = ['New', 'Refresh', 'Export', 'Print', 'Help'];

const make = (tag, properties = {}, ...children) => {
  const { attributes = {}, ...rest } = properties;
  const element = Object.assign(document.createElement(tag), rest);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
};

const nav = make(
  'nav',
  { ariaLabel: 'Main menu' },
  ...places.map((place) => make('a', { href: '#', textContent: place, onclick: () => host.set('visited', place) })),
);
const toolbar = make(
  'header',
  {},
  make('strong', { textContent: 'Ledger & Sons' }),
  ...tools.map((tool) => make('button', { textContent: tool, onclick: () => host.set('tool', tool) })),
);
const footer = make('footer', { textContent: 'Signed in as Robin · 3 unread messages' });
document.body.prepend(toolbar, nav);
document.body.append(footer);

/** Facts of the fields follow what people see in them. */
for (const field of document.querySelectorAll('main :is(input, select, textarea)'))
  field.addEventListener('input', () => {
    if (field.type === 'file') return;
    host.set(field.name || field.id, field.type === 'checkbox' ? field.checked : field.value);
  });

/** For the scripts of the pages. */
globalThis.on = (id, react) => document.getElementById(id).addEventListener('click', react);
