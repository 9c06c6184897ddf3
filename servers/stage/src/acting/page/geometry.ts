/**
 * Code that runs in the page, in the stage's own world: the page cannot see or replace it. Properties of elements are
 * read through the prototypes, because a form answers for the names of its fields.
 */
export const geometry = `
const read = (prototype, name, on) => Reflect.get(prototype, name, on);
const rootOf = (node) => Node.prototype.getRootNode.call(node);
const elementOf = (node) => (node.nodeType === 1 ? node : node.parentElement);
const above = (node) => {
  const slot = read(Element.prototype, 'assignedSlot', node);
  if (slot) return slot;
  const parent = read(Node.prototype, 'parentNode', node);
  return parent instanceof ShadowRoot ? parent.host : parent instanceof Element ? parent : null;
};
const closest = (element, accepts) => {
  for (let at = element; at; at = above(at)) if (accepts(at)) return at;
  return null;
};
const rectsOf = (node) => {
  let list;
  if (node.nodeType === 1) list = Element.prototype.getClientRects.call(node);
  else {
    const range = document.createRange();
    range.selectNodeContents(node);
    list = range.getClientRects();
  }
  return [...list].filter(({ width, height }) => width > 0 && height > 0);
};
/** The labels of a checkbox or radio button, which pages show in its place. */
const labelsOf = (element) => {
  const isBox = element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(read(HTMLInputElement.prototype, 'type', element));
  return isBox ? [...(read(HTMLInputElement.prototype, 'labels', element) ?? [])] : [];
};
const describe = (element) => {
  const attribute = (name) => Element.prototype.getAttribute.call(element, name);
  const id = attribute('id');
  const words = (attribute('class') ?? '').split(/\\s+/).filter((word) => word !== '').slice(0, 2);
  const tag = read(Element.prototype, 'localName', element);
  return ('<' + tag + (id ? ' id="' + id + '"' : '') + (words.length ? ' class="' + words.join(' ') + '"' : '') + '>').slice(0, 120);
};
/** The roots around a node, from its own to that of the document. */
const rootsOf = (node) => {
  const roots = [];
  for (let root = rootOf(node); ; root = rootOf(root.host)) {
    roots.push(root);
    if (!(root instanceof ShadowRoot)) return roots;
  }
};
/** The element that a click at a point reaches, as the tree of the node sees it. */
const hitAt = (node, { x, y }) => rootOf(node).elementFromPoint(x, y);
/** Whether a click at a point reaches the node: itself, its content, the button around it, or its label. */
const receives = (node, point) => {
  const element = elementOf(node);
  const owner = Element.prototype.closest.call(element, 'button, a[href], [role=button], [role=link]') ?? element;
  const closed = rootsOf(element).filter((root) => root instanceof ShadowRoot && root.mode === 'closed');
  // A page cannot ask into which slot of a closed root an element goes; the slots themselves can be asked.
  const slotOf = (at) => {
    for (const root of closed) {
      if (read(Node.prototype, 'parentNode', at) !== root.host) continue;
      for (const slot of root.querySelectorAll('slot')) if (slot.assignedNodes().includes(at)) return slot;
    }
    return null;
  };
  for (let at = hitAt(element, point); at; at = slotOf(at) ?? above(at)) {
    if (at === owner || at === element) return true;
    if (at instanceof HTMLLabelElement && at.control === element) return true;
    // A link or a control in a label answers its clicks itself.
    if (Element.prototype.matches.call(at, 'a[href], button, input, select, textarea')) return false;
  }
  return false;
};
`;
