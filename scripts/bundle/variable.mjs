/**
 * An environment variable that a server reads. Unless `more` says otherwise it is optional text and no secret.
 *
 * @param {string} name
 * @param {string} title The label in a form.
 * @param {string} description
 * @param {Partial<import('./servers.mjs').Variable>} [more]
 * @returns {import('./servers.mjs').Variable}
 */
export const variable = (name, title, description, more = {}) => ({
  name,
  title,
  description,
  kind: 'string',
  required: false,
  secret: false,
  ...more,
});
