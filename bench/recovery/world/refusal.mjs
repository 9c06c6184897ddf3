/**
 * Why the back end did not do what it was asked, as facts. Both servings are given the same facts; what they make of
 * them is what is compared.
 *
 * @typedef {'busy' | 'broken' | 'down' | 'limited' | 'denied' | 'timeout' | 'bug' | 'missing' | 'stale' | 'state' | 'partial'} RefusalKind
 */
export class Refusal extends Error {
  /**
   * @param {RefusalKind} kind
   * @param {Readonly<Record<string, unknown>>} [facts]
   */
  constructor(kind, facts = {}) {
    super(kind);
    this.kind = kind;
    this.facts = facts;
  }
}
