/** Why a sentence does not follow from its claims: the word at fault, and the claim's word against it. */
export interface Fault {
  readonly kind: 'unbacked' | 'contradicted';
  readonly word: string;
  readonly instead?: string;
}
