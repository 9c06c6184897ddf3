import type { FlatDocument, FlatNode } from '../flat-node.ts';
import { fieldKeys, isField, labelKey } from './field-keys.ts';
import { isMarkedSecret } from './secret-fields.ts';
import { SecretValues } from './secret-values.ts';

/** More fields than any session sees. The oldest are forgotten first. */
const mostFields = 10_000;
/** Fields with the same label that are remembered apart. */
const mostAlike = 50;

/**
 * Remembers the fields that were secret once, so that a password stays masked when the page turns its field into a text
 * field. A field that takes its place is recognised by its name, its id, its label or its value.
 */
export class SecretMemory {
  readonly #fields = new Set<string>();
  /** The nodes that were secret, by the labels of their fields. */
  readonly #labelled = new Map<string, readonly number[]>();
  readonly #values = new SecretValues();
  readonly #secrets = new WeakMap<FlatDocument, ReadonlySet<FlatNode>>();
  #learned = 0;

  /** Grows with everything that is remembered: while it stays, the same capture has the same secrets. */
  get learned(): number {
    return this.#learned + this.#values.learned;
  }

  /** Whether what the node holds is secret, now or because it was. Content of a secret element is secret too. */
  isSecret(node: FlatNode): boolean {
    return this.#secretsOf(node.document).has(node);
  }

  /** Whether a string is the value of a field that was secret when it was seen. */
  hasValue(text: string): boolean {
    return this.#values.has(text.trim());
  }

  /** Finds the secrets of a capture and remembers their fields. The page inside a secret frame is secret. */
  note(documents: readonly FlatDocument[]): void {
    for (const document of documents) this.#secretsOf(document);
    for (const document of documents) for (const node of this.#secretsOf(document)) this.#noteFrame(node);
  }

  #noteFrame({ content }: FlatNode): void {
    if (!content || this.#secretsOf(content).size === content.nodes.length) return;
    this.#secrets.set(content, new Set(content.nodes));
    for (const node of content.nodes) this.#noteFrame(node);
  }

  #secretsOf(document: FlatDocument): ReadonlySet<FlatNode> {
    const known = this.#secrets.get(document);
    if (known) return known;
    const secrets = new Set<FlatNode>();
    const present = new Set(document.nodes.map(({ backendNodeId }) => backendNodeId));
    // Passwords first: a copy of one may come before its field.
    for (const node of document.nodes) if (isMarkedSecret(node)) this.#remember(node);
    for (const node of document.nodes) {
      const isInside = node.parent !== undefined && secrets.has(node.parent);
      if (isInside || isMarkedSecret(node) || this.#isKnown(node, present)) secrets.add(node);
    }
    this.#secrets.set(document, secrets);
    return secrets;
  }

  #isKnown(node: FlatNode, present: ReadonlySet<number>): boolean {
    if (node.tag === '#text') return this.#values.has(node.data.trim());
    if (!isField(node)) return false;
    const isKnown =
      fieldKeys(node).some((key) => this.#fields.has(key)) ||
      this.#values.has(node.value ?? '') ||
      this.#isReplacement(node, present);
    if (isKnown) this.#remember(node);
    return isKnown;
  }

  /** Whether a secret field with the same label has gone. While it is there, this one is another field. */
  #isReplacement(node: FlatNode, present: ReadonlySet<number>): boolean {
    const label = labelKey(node);
    const before = label === undefined ? undefined : this.#labelled.get(label);
    return before?.some((backendNodeId) => !present.has(backendNodeId)) ?? false;
  }

  #remember(node: FlatNode): void {
    if (!isField(node)) return;
    for (const key of fieldKeys(node)) this.#add(key);
    this.#values.add(node.value ?? '');
    const label = labelKey(node);
    if (label === undefined) return;
    const alike = this.#labelled.get(label) ?? [];
    if (alike.includes(node.backendNodeId)) return;
    this.#learned += 1;
    const [oldest] = this.#labelled.keys();
    if (this.#labelled.size >= mostFields && oldest !== undefined) this.#labelled.delete(oldest);
    this.#labelled.set(label, [...alike, node.backendNodeId].slice(-mostAlike));
  }

  #add(key: string): void {
    if (this.#fields.has(key)) return;
    this.#learned += 1;
    const [oldest] = this.#fields;
    if (this.#fields.size >= mostFields && oldest !== undefined) this.#fields.delete(oldest);
    this.#fields.add(key);
  }
}
