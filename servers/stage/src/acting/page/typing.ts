import { fieldValue } from './field-value.ts';
import { geometry } from './geometry.ts';

/** The content of an editable element, for comparing it before and after typing. Never shown to a caller. */
export interface Content {
  /** The lines that a code editor draws, the value of another field, or the text of another element. */
  readonly text: string;
  /** The text around an element that editors hide behind their own display. */
  readonly around: string;
  /** Whether the element or one inside it has the focus. */
  readonly hasFocus: boolean;
  /** Whether people can type into it. */
  readonly isEditable: boolean;
  /** How many characters the field takes, if it has a limit. */
  readonly most?: number;
  /** How many characters are selected: typing replaces them. */
  readonly selected: number;
}

/** Code editors by the elements around all their parts. */
const editors = '.monaco-editor, .cm-editor, .CodeMirror, .ace_editor';
/** The lines that they draw, without line numbers, cursors and messages. */
const editorLines = '.view-line, .cm-line, .CodeMirror-code .CodeMirror-line, .ace_line';

const content = `${fieldValue}
// The text of the lines that a code editor draws, from the top; undefined for any other element.
const drawnBy = (element) => {
  const editor = Element.prototype.closest.call(element, '${editors}') ?? Element.prototype.querySelector.call(element, '${editors}');
  const lines = editor ? [...Element.prototype.querySelectorAll.call(editor, '${editorLines}')] : [];
  if (lines.length === 0) return undefined;
  const topOf = (line) => Element.prototype.getBoundingClientRect.call(line).top;
  return lines.map((line) => ({ top: topOf(line), text: line.textContent })).sort((one, other) => one.top - other.top).map(({ text }) => text).join('\\n');
};
const contentOf = (element) => {
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  const own = isField ? element.value : (element.textContent ?? '');
  const box = Element.prototype.getBoundingClientRect.call(element);
  const isEditable = isField ? !element.readOnly : element.isContentEditable === true || Boolean(element.editContext);
  // Editors put a field of a few pixels under their own display of the text. The text around an element that takes none
  // changes for other reasons.
  const isHidden = !isField || box.width < 30 || box.height < 10 || getComputedStyle(element).opacity === '0';
  // The field that an editor hides takes keys that a read-only editor ignores.
  const drawn = isHidden ? drawnBy(element) : undefined;
  const display = isEditable && isHidden && drawn === undefined ? (element.parentElement?.parentElement ?? element.parentElement) : null;
  const active = rootOf(element).activeElement;
  return {
    text: (drawn ?? own).slice(0, 200_000),
    around: (display?.textContent ?? '').slice(0, 200_000),
    isEditable,
    most: mostOf(element),
    selected: isField ? (element.selectionEnd ?? 0) - (element.selectionStart ?? 0) : 0,
    hasFocus: active === element || Boolean(active && closest(active, (at) => at === element)),
  };
};
`;

/** Reads the content of an element. */
export const readContent = `function () {
  ${geometry}${content}
  return contentOf(elementOf(this));
}`;

/** The same, after the page has drawn what it was told to: an editor scrolls and marks its lines a moment later. */
export const readDrawnContent = `async function () {
  ${geometry}${content}
  const frame = () => new Promise((resolve) => { requestAnimationFrame(() => resolve()); setTimeout(resolve, 100); });
  await frame();
  await frame();
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

/** The result of giving a value to a field without the keyboard. */
export interface PickedValue {
  /** The reason why the field does not take the text; null if it does. */
  readonly problem: string | null;
  /** Whether the field has its value now. Any other field is typed into. */
  readonly isSet: boolean;
}

/** Sets a field that the browser fills in with a picker: a person does not type its value as it is stored. */
export const setPickedValue = `function (text) {
  ${fieldValue}
  const problem = problemOf(this, text);
  const picked = ['color', 'date', 'datetime-local', 'month', 'range', 'time', 'week'];
  if (problem !== null || !(this instanceof HTMLInputElement) || !picked.includes(this.type)) return { problem, isSet: false };
  this.value = text;
  this.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  this.dispatchEvent(new Event('change', { bubbles: true }));
  return { problem, isSet: true };
}`;

/**
 * Whether keys would reach the editor that the node belongs to: the focus is inside it, in the editable element around it,
 * or in the hidden field that an editor keeps next to the text that it draws.
 */
export const hasEditorFocus = `function () {
  ${geometry}${content}
  const element = elementOf(this);
  let active = rootOf(element).activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  if (!active) return false;
  const matches = (selector) => Element.prototype.matches.call(active, selector);
  const isPlain = active instanceof HTMLInputElement && !['hidden', 'button', 'submit', 'reset', 'image', 'checkbox', 'radio', 'file', 'color', 'range'].includes(active.type);
  // Keys would operate these in place of typing.
  if (!isPlain && matches('input, button, select, a[href], summary')) return false;
  const isInside = (inner, outer) => Boolean(closest(inner, (at) => at === outer));
  const editor = Element.prototype.closest.call(element, '${editors}') ?? element;
  if (isInside(active, editor)) return true;
  if (isInside(element, active)) return active.isContentEditable === true || Boolean(active.editContext);
  const box = Element.prototype.getBoundingClientRect.call(active);
  const isHidden = box.width < 30 || box.height < 10 || getComputedStyle(active).opacity === '0';
  const near = active.parentElement?.parentElement ?? active.parentElement;
  return isHidden && contentOf(active).isEditable && near !== null && near !== document.body && isInside(element, near);
}`;

/** Returns the part of an editor in which people click to type; the element itself if no such part is known. */
export const contentArea = `function () {
  // A drawn text comes before the hidden field that takes the keys for it.
  const areas = ['.view-lines', '.cm-content', '.CodeMirror-lines', '.ace_content', '.ProseMirror', '.ql-editor',
    '[contenteditable=""], [contenteditable=true]', 'textarea, input'];
  const editor = this.closest?.('${editors}') ?? this;
  for (const area of areas) {
    const found = editor.querySelector?.(area);
    if (found) return found;
  }
  return this;
}`;
