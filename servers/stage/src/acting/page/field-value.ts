/**
 * Code for pages that tells what a field would do with a value, without giving it to the field. The value is never part of
 * the answer: it may be a secret that was meant for another field.
 */
export const fieldValue = `
/** The form of the values of fields that the browser checks. */
const forms = {
  color: 'a colour such as #ff0000', date: 'a date such as 2026-11-18', 'datetime-local': 'a date and time such as 2026-11-18T09:30',
  month: 'a month such as 2026-11', number: 'a number such as 12.5', range: 'a number', time: 'a time such as 09:30', week: 'a week such as 2026-W47',
};
const limitedTypes = ['text', 'search', 'url', 'tel', 'email', 'password'];
/** How many characters a field takes, by its attribute maxlength; undefined if it does not have one. */
const mostOf = (field) => {
  const isLimited = field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && limitedTypes.includes(field.type));
  return isLimited && field.maxLength >= 0 ? field.maxLength : undefined;
};
/** The text as the field would hold it. */
const cleaned = (field, text) => (field instanceof HTMLInputElement ? text.replace(/[\\r\\n]+/g, '') : text.replace(/\\r\\n?/g, '\\n'));
const takes = (trial, text) => {
  if (trial.type === 'color') return trial.value === text.toLowerCase();
  if (trial.type === 'range') return text !== '' && Number(trial.value) === Number(text);
  return text === '' || trial.value !== '';
};
/** The reason why a field does not take a value; null if it is. */
const problemOf = (field, text) => {
  const most = mostOf(field);
  const { length } = cleaned(field, text);
  if (most !== undefined && length > most)
    return 'must have at most ' + most + ' characters, the maxlength of the field; it has ' + length;
  const form = field instanceof HTMLInputElement ? forms[field.type] : undefined;
  if (form === undefined) return null;
  const trial = document.createElement('input');
  for (const name of ['type', 'min', 'max', 'step']) if (field.hasAttribute(name)) trial.setAttribute(name, field.getAttribute(name));
  trial.value = text;
  if (takes(trial, text)) return null;
  const bounds = field.type !== 'range' ? '' :
    ' from ' + (field.min || 0) + ' to ' + (field.max || 100) + (field.step === 'any' ? '' : ' in steps of ' + (field.step || 1));
  return 'must be ' + form + bounds + ' for a field of type ' + field.type;
};
`;
