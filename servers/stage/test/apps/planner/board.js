import { keepView } from './view.js';

const columns = ['Backlog', 'Doing', 'Done'];
const find = (id) => document.querySelector(id);
const [creating, settings, search] = [find('#creating'), find('#settings'), find('#search')];
const fields = creating.querySelector('form').elements;
const choices = settings.querySelector('form').elements;

let state = await planner.state();
const view = keepView('board', state, { dialog: '', search: '', draft: { title: '', column: 'Backlog', due: '' } });
/** The node of each task. It is kept until the board is synchronised. */
const cards = new Map();

const element = (tag, attributes = {}, ...children) => {
  const made = Object.assign(document.createElement(tag), attributes);
  made.append(...children);
  return made;
};

const createCard = ({ id }) => {
  const card = element('li', { draggable: true, className: 'card' });
  card.addEventListener('dragstart', (event) => event.dataTransfer.setData('text/plain', String(id)));
  card.addEventListener('dragover', (event) => event.preventDefault());
  card.addEventListener('drop', (event) => drop(event, state.tasks.find((task) => task.id === id).column, id));
  const open = element('button', { textContent: 'Open' });
  open.addEventListener('click', () => planner.do('open', { id }));
  const remove = element('button', { textContent: 'Delete' });
  remove.addEventListener('click', () => {
    const { title } = state.tasks.find((task) => task.id === id);
    if (confirm(`Delete "${title}"?`)) void planner.do('remove', { id });
  });
  card.append(
    element('strong'),
    element('span', { className: 'priority' }),
    element('span', { className: 'due' }),
    open,
    remove,
  );
  return card;
};

const drop = (event, column, before) => {
  event.preventDefault();
  event.stopPropagation();
  const id = Number(event.dataTransfer.getData('text/plain'));
  if (id !== before) void planner.do('move', { id, column, before });
};

const lists = new Map(
  columns.map((name) => {
    const list = element('ul');
    list.setAttribute('aria-label', name);
    const section = element('section', { className: 'column' }, element('h2', { textContent: name }), list);
    section.addEventListener('dragover', (event) => event.preventDefault());
    section.addEventListener('drop', (event) => drop(event, name));
    find('#columns').append(section);
    return [name, list];
  }),
);

const render = () => {
  const wanted = view.value.search.toLowerCase();
  const shown = state.tasks.filter(({ title }) => title.toLowerCase().includes(wanted));
  for (const [name, list] of lists) {
    const nodes = shown
      .filter(({ column }) => column === name)
      .map((task) => {
        const card = cards.get(task.id) ?? createCard(task);
        cards.set(task.id, card);
        const [title, priority, due] = card.children;
        title.textContent = task.title;
        priority.textContent = task.priority;
        priority.dataset.priority = task.priority;
        due.textContent = [task.due && `due ${task.due}`, task.isPublished && 'published'].filter(Boolean).join(', ');
        return card;
      });
    if (nodes.some((node, at) => list.children[at] !== node) || nodes.length !== list.children.length)
      list.replaceChildren(...nodes);
  }
  find('#notice').hidden = state.notice === '';
  find('#news').textContent = state.notice;
  find('#summary').textContent = `${shown.length} of ${state.tasks.length} tasks`;
  document.body.dataset.density = state.settings.density;
};

const showDialog = () => {
  const { dialog, draft } = view.value;
  for (const [name, node] of [
    ['creating', creating],
    ['settings', settings],
  ])
    if (dialog === name && !node.open) node.showModal();
    else if (dialog !== name && node.open) node.close();
  for (const [name, value] of Object.entries(draft)) fields.namedItem(name).value = value;
  find('#create').disabled = draft.title.trim() === '';
};

planner.onChange((next) => {
  // After a synchronisation all cards are created again.
  if (next.notice !== '' && state.notice === '') cards.clear();
  state = next;
  render();
});

find('#new').addEventListener('click', () => view.set({ dialog: 'creating' }));
find('#sort').addEventListener('click', () => planner.do('sort'));
find('#sync').addEventListener('click', () => planner.do('sync'));
find('#dismiss').addEventListener('click', () => planner.do('dismiss'));
find('#open-settings').addEventListener('click', () => {
  const { density, weekStart, isNotifying, limit } = state.settings;
  choices.namedItem('density').value = density;
  choices.namedItem('weekStart').value = weekStart;
  choices.namedItem('isNotifying').checked = isNotifying;
  choices.namedItem('limit').value = String(limit);
  view.set({ dialog: 'settings' });
});
search.addEventListener('input', () => view.set({ search: search.value }));
creating.addEventListener('input', () => {
  const [title, column, due] = ['title', 'column', 'due'].map((name) => fields.namedItem(name).value);
  view.set({ draft: { title, column, due } });
});
creating.addEventListener('close', () => view.set({ dialog: '', draft: { title: '', column: 'Backlog', due: '' } }));
find('#create').addEventListener('click', () => planner.do('create', view.value.draft));
settings.addEventListener('close', () => view.set({ dialog: '' }));
find('#save-settings').addEventListener('click', () =>
  planner.do('settings', {
    density: choices.namedItem('density').value,
    weekStart: choices.namedItem('weekStart').value,
    isNotifying: choices.namedItem('isNotifying').checked,
    limit: Number(choices.namedItem('limit').value),
  }),
);

for (const cancel of document.querySelectorAll('.cancel'))
  cancel.addEventListener('click', () => cancel.closest('dialog').close());

view.onChange(() => {
  showDialog();
  render();
});
search.value = view.value.search;
showDialog();
render();
