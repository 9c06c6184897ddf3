/** The result of choosing options of a list. */
export interface Selection {
  readonly problem: 'not_a_list' | 'missing' | 'disabled' | 'single' | null;
  /** The option that the problem is about. */
  readonly option?: string;
  readonly options?: readonly string[];
  readonly selected?: readonly string[];
}

/** Selects options of a native list by their values or labels, and tells the page as the browser does. */
export const selectOptions = `function (wanted) {
  if (!(this instanceof HTMLSelectElement)) return { problem: 'not_a_list' };
  const clean = (text) => text.replace(/\\s+/g, ' ').trim();
  const all = [...this.options];
  const labels = all.slice(0, 50).map((option) => clean(option.label));
  const chosen = [];
  for (const value of wanted) {
    const option = all.find((one) => one.value === value) ?? all.find((one) => clean(one.label) === clean(value));
    if (!option) return { problem: 'missing', option: value, options: labels };
    if (option.disabled || option.parentElement?.disabled) return { problem: 'disabled', option: value };
    chosen.push(option);
  }
  if (!this.multiple && chosen.length > 1) return { problem: 'single' };
  const isSame = all.every((option) => option.selected === chosen.includes(option));
  if (!isSame) {
    HTMLElement.prototype.focus.call(this);
    for (const option of all) option.selected = chosen.includes(option);
    this.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    this.dispatchEvent(new Event('change', { bubbles: true }));
  }
  return { problem: null, selected: [...this.selectedOptions].map((option) => option.value) };
}`;
