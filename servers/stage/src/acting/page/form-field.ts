import { fieldValue } from './field-value.ts';

/** The kinds of fields, by the values that they take. */
type FieldKind = 'text' | 'options' | 'files' | 'none';

/** A field of a form, and whether it would take a value. */
export interface FieldTrial {
  readonly kind: FieldKind;
  /** The type of an input. */
  readonly type: string;
  /** The reason why the value is not one of the field's; null if it is. */
  readonly problem: string | null;
}

/**
 * Tells what a field takes, and tries a value without giving it to the field. The value is never part of the answer: it
 * may be a secret that was meant for another field.
 */
export const tryField = `function (value) {
  ${fieldValue}
  const clean = (text) => text.replace(/\\s+/g, ' ').trim();
  const answer = (kind, problem = null) => ({ kind, type: this instanceof HTMLInputElement ? this.type : '', problem });
  if (this instanceof HTMLSelectElement) {
    const wanted = Array.isArray(value) ? value : [value];
    const options = [...this.options];
    const find = (one) => options.find((option) => option.value === one) ?? options.find((option) => clean(option.label) === clean(one));
    if (wanted.some((one) => typeof one !== 'string')) return answer('options');
    if (wanted.length > 1 && !this.multiple) return answer('options', 'must be one value: the list allows only one');
    const found = wanted.map(find);
    if (found.some((option) => !option)) {
      const labels = options.slice(0, 50).map((option) => clean(option.label)).join(', ').slice(0, 1000);
      return answer('options', 'must be one of the options: ' + labels);
    }
    const isDisabled = found.some((option) => option.disabled || option.parentElement?.disabled);
    return answer('options', isDisabled ? 'must be an option that is not disabled' : null);
  }
  if (this instanceof HTMLInputElement) {
    if (this.type === 'file') return answer('files');
    if (['button', 'submit', 'reset', 'image', 'hidden', 'checkbox', 'radio'].includes(this.type)) return answer('none');
  }
  const isField = this instanceof HTMLInputElement || this instanceof HTMLTextAreaElement;
  if (!isField && this.isContentEditable !== true) return answer('none');
  return answer('text', typeof value === 'string' ? problemOf(this, value) : null);
}`;
