/**
 * A page that changes itself as applications do, and knows better than any observer what its elements are: rows carry
 * keys that are not part of the document. `mutate` makes one change; `identify` tells what an element stands for.
 */
export const mutatingPage = (frameAddress: string): string => `<!doctype html>
<meta charset="utf-8"><title>Orders</title>
<body>
<main>
  <nav id="tools"><button>New order</button><button>Import</button><a href="#help">Help</a></nav>
  <h1>Orders</h1>
  <section aria-label="Keyed list"><ul id="keyed"></ul></section>
  <section aria-label="Virtual list"><div id="virtual" style="height:120px;overflow:hidden"></div></section>
  <table id="table"><caption>Stock</caption><tbody></tbody></table>
  <div id="shadow"></div>
  ${frameAddress === '' ? '' : `<iframe src="${frameAddress}" title="Partner" width="600" height="300"></iframe>`}
</main>
<script>
const keys = new WeakMap();
const kinds = new WeakMap();
let lastItem = 0;
let state = 1;
const random = (below) => { state = (Math.imul(state, 1103515245) + 12345) >>> 0; return Math.floor((state / 4294967296) * below); };
const pick = (list) => list[random(list.length)];
const names = ['Alice', 'Bob', 'Chen', 'Dana', 'Emre', 'Fay'];
const newItem = () => { lastItem += 1; return { key: 'item-' + lastItem, number: 1000 + lastItem, name: pick(names) }; };
const button = (kind, text) => { const made = document.createElement('button'); made.textContent = text; kinds.set(made, kind); return made; };

const keyedRow = (item) => {
  const row = document.createElement('li');
  const label = document.createElement('span');
  label.textContent = item.name + ' #' + item.number + ' ';
  row.append(label, button('edit', 'Edit'), button('delete', 'Delete'));
  keys.set(row, item.key);
  return row;
};
/** Puts another item into the same nodes, as virtual lists do. */
const fillVirtual = (row, item) => {
  row.children[0].textContent = 'Order';
  row.children[1].textContent = '#' + item.number;
  keys.set(row, item.key);
};
const virtualRow = (item) => {
  const row = document.createElement('div');
  row.append(document.createElement('span'), document.createElement('b'), button('open', 'Open'), button('cancel', 'Cancel'));
  fillVirtual(row, item);
  return row;
};
const fillTable = (row, item) => {
  row.children[0].textContent = item.name + ' ' + item.number;
  row.children[1].textContent = String(random(100));
  keys.set(row, item.key);
};
const tableRow = (item) => {
  const row = document.createElement('tr');
  const head = document.createElement('th');
  head.scope = 'row';
  const action = document.createElement('td');
  action.append(button('buy', 'Buy'));
  row.append(head, document.createElement('td'), action);
  fillTable(row, item);
  return row;
};
const keyed = document.querySelector('#keyed');
const virtual = document.querySelector('#virtual');
const table = document.querySelector('#table tbody');
const shadow = document.querySelector('#shadow').attachShadow({ mode: 'closed' });
for (let i = 0; i < 4; i += 1) { keyed.append(keyedRow(newItem())); virtual.append(virtualRow(newItem())); table.append(tableRow(newItem())); }
for (let i = 0; i < 3; i += 1) shadow.append(keyedRow(newItem()));
for (const [at, made] of [...document.querySelectorAll('#tools *')].entries()) kinds.set(made, 'tool-' + at);

const lists = () => [keyed, shadow];
const rowsOf = (list) => [...list.children];
const changes = {
  reorder() { const list = pick(lists()); const rows = rowsOf(list); for (let i = rows.length - 1; i > 0; i -= 1) { const j = random(i + 1); [rows[i], rows[j]] = [rows[j], rows[i]]; } list.append(...rows); },
  sortTable() { table.append(...rowsOf(table).reverse()); },
  insert() { const list = pick(lists()); if (list.children.length < 7) list.insertBefore(keyedRow(newItem()), pick([null, ...rowsOf(list)])); },
  remove() { const list = pick(lists()); if (list.children.length > 1) pick(rowsOf(list)).remove(); },
  /** A new node that looks the same in the place of the old one. */
  renderAgain() { const list = pick(lists()); const row = pick(rowsOf(list)); const copy = row.cloneNode(true); keys.set(copy, keys.get(row)); copy.querySelectorAll('button').forEach((made, at) => kinds.set(made, at === 0 ? 'edit' : 'delete')); row.replaceWith(copy); },
  recycle() { for (const row of rowsOf(virtual)) fillVirtual(row, newItem()); },
  recycleOne() { fillVirtual(pick(rowsOf(virtual)), newItem()); },
  scrollByOne() { const rows = rowsOf(virtual); fillVirtual(rows[0], newItem()); virtual.append(rows[0]); },
  recycleTable() { fillTable(pick(rowsOf(table)), newItem()); },
  /** Only a number that says nothing about which row it is. */
  tick() { for (const row of rowsOf(table)) row.children[1].textContent = String(random(100)); },
  rename() { const made = pick([...document.querySelectorAll('#tools *')]); made.textContent = made.textContent.split(' ')[0] + ' ' + random(1000); },
  swapTexts() { const [one, other] = document.querySelectorAll('#tools button'); const text = one.textContent; one.textContent = other.textContent; other.textContent = text; const kind = kinds.get(one); kinds.set(one, kinds.get(other)); kinds.set(other, kind); },
  moveButton() { const rows = rowsOf(keyed); const one = pick(rows), other = pick(rows); const made = one.querySelector('button'); if (made) other.append(made); },
  changeRole() { const made = pick([...document.querySelectorAll('#tools *')]); if (made.hasAttribute('role')) made.removeAttribute('role'); else made.setAttribute('role', 'tab'); },
  hide() { const list = pick([keyed, virtual, table]); list.style.display = list.style.display === 'none' ? '' : 'none'; },
  disable() { const made = pick([...document.querySelectorAll('button')]); made.disabled = !made.disabled; },
  value() { document.querySelector('h1').textContent = 'Orders ' + random(50); },
  nothing() {},
};
const rowOf = (node) => { for (let at = node; at; at = at.parentNode) if (keys.has(at)) return at; return undefined; };
window.mutate = (seed, count) => { state = seed >>> 0; random(2); const made = []; for (let i = 0; i < count; i += 1) { const name = pick(Object.keys(changes)); changes[name](); made.push(name); } return made; };
/** What a node stands for: its job and the item it belongs to. */
window.identify = (node) => {
  const row = rowOf(node);
  const kind = kinds.get(node) ?? (node.nodeType === 3 ? 'text' : node.localName);
  return JSON.stringify([kind, row ? keys.get(row) : null]);
};
/** What people read on it and around it. */
window.describe = (node) => {
  const row = rowOf(node);
  const role = node.nodeType === 1 ? node.getAttribute('role') : null;
  return JSON.stringify([role, node.textContent, row ? row.textContent : null]);
};
</script>
`;
