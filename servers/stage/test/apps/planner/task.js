import { keepView } from './view.js';

const find = (id) => document.querySelector(id);
const id = Number(new URLSearchParams(location.search).get('id'));
const name = `task ${id}`;
const taskIn = ({ tasks }) => tasks.find((task) => task.id === id);

let state = await planner.state();
const { title, priority, notes } = taskIn(state);
const view = keepView(name, state, { title, priority, notes });
const editor = CodeMirror(find('#notes'), { value: view.value.notes, lineNumbers: true });

const render = () => {
  const task = taskIn(state);
  if (!task) return window.close();
  document.title = `${task.title} (task ${id})`;
  find('#heading').textContent = task.title;
  const isChanged = ['title', 'priority', 'notes'].some((field) => view.value[field] !== task[field]);
  find('#save').disabled = !isChanged || view.value.title.trim() === '';
  find('#publish').disabled = isChanged || task.checks !== 'passed' || task.isPublished;
  const words = { none: 'Not checked', running: 'Checking …', passed: 'Checked' };
  find('#checks').textContent = task.isPublished ? 'Published' : isChanged ? 'Not saved' : words[task.checks];
  const items = task.files.map(({ name: file, size }) => `${file} (${size} bytes)`);
  const list = find('#attached');
  if (list.children.length !== items.length)
    list.replaceChildren(...items.map((text) => Object.assign(document.createElement('li'), { textContent: text })));
};

find('#title').value = view.value.title;
find('#priority').value = view.value.priority;
find('#title').addEventListener('input', ({ target }) => view.set({ title: target.value }));
find('#priority').addEventListener('change', ({ target }) => view.set({ priority: target.value }));
editor.on('change', () => view.set({ notes: editor.getValue() }));
find('#save').addEventListener('click', () => planner.do('save', { id, ...view.value }));
find('#publish').addEventListener('click', () => planner.do('publish', { id }));
find('#close').addEventListener('click', () => window.close());

const attach = (files) =>
  planner.do('attach', { id, files: [...files].map(({ name: file, size }) => ({ name: file, size })) });
find('#files').addEventListener('change', ({ target }) => attach(target.files));
find('#drop').addEventListener('dragover', (event) => event.preventDefault());
find('#drop').addEventListener('drop', (event) => {
  event.preventDefault();
  void attach(event.dataTransfer.files);
});

view.onChange(render);
planner.onChange((next) => {
  state = next;
  render();
});
render();
