import { geometry } from './geometry.ts';

/** The content of an editable element, for comparing it before and after typing. Never shown to a caller. */
export interface Content {
  /** The value of a field, or the text of another element. */
  readonly text: string;
  /** The text around a field that editors hide behind their own display. */
  readonly around: string;
  /** Whether the element or one inside it has the focus. */
  readonly hasFocus: boolean;
  /** Whether people can type into it. */
  readonly isEditable: boolean;
}

const content = `
const contentOf = (element) => {
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  const own = isField ? element.value : (element.textContent ?? '');
  const box = Element.prototype.getBoundingClientRect.call(element);
  // Editors put a field of a few pixels under their own display of the text.
  const isHiddenField = !isField || box.width < 30 || box.height < 10 || getComputedStyle(element).opacity === '0';
  const display = isHiddenField ? (element.parentElement?.parentElement ?? element.parentElement) : null;
  const active = rootOf(element).activeElement;
  return {
    text: own.slice(0, 200_000),
    around: (display?.textContent ?? '').slice(0, 200_000),
    isEditable: isField ? !element.readOnly : element.isContentEditable === true,
    hasFocus: active === element || Boolean(active && closest(active, (at) => at === element)),
  };
};
`;

/** Reads the content of an element. */
export const readContent = `function () {
  ${geometry}${content}
  return contentOf(elementOf(this));
}`;

/** Gives an element the focus, and selects all that it holds if asked. Returns its content. */
export const focusElement = `function (isSelecting) {
  ${geometry}${content}
  const element = elementOf(this);
  HTMLElement.prototype.focus.call(element);
  if (isSelecting) {
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) element.select();
    else if (contentOf(element).hasFocus) getSelection().selectAllChildren(element);
  }
  return contentOf(element);
}`;

/** Fields that the browser fills in with a picker. A person does not type their values as they are stored. */
export const setPickedValue = `function (text) {
  const picked = ['color', 'date', 'datetime-local', 'month', 'range', 'time', 'week'];
  if (!(this instanceof HTMLInputElement) || !picked.includes(this.type)) return null;
  const before = this.value;
  this.value = text;
  if (this.value !== text && !(this.type === 'range' && Number(this.value) === Number(text))) {
    const got = this.value;
    this.value = before;
    return { type: this.type, isSet: false, got };
  }
  this.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  this.dispatchEvent(new Event('change', { bubbles: true }));
  return { type: this.type, isSet: true, got: this.value };
}`;

/** Returns the part of an editor in which people click to type; the element itself if no such part is known. */
export const contentArea = `function () {
  // A drawn text comes before the hidden field that takes the keys for it.
  const areas = ['.view-lines', '.cm-content', '.CodeMirror-lines', '.ace_content', '.ProseMirror', '.ql-editor',
    '[contenteditable=""], [contenteditable=true]', 'textarea, input'];
  const editor = this.closest?.('.monaco-editor, .cm-editor, .CodeMirror, .ace_editor') ?? this;
  for (const area of areas) {
    const found = editor.querySelector?.(area);
    if (found) return found;
  }
  return this;
}`;
