import type { FlatNode } from '../flat-node.ts';
import { isMarkedSecret } from './secret-fields.ts';

/** More fields than any session sees. The oldest are forgotten first. */
const mostFields = 10_000;

/**
 * Remembers the fields that were secret once, so that a password stays masked when the page turns its field into a text
 * field. A page that puts another field in its place is recognised by the name or id of the field.
 */
export class SecretMemory {
  readonly #known = new Set<string>();

  /** Whether what the node holds is secret, now or because it was. Content of a marked element is secret too. */
  isSecret(node: FlatNode): boolean {
    for (let at: FlatNode | undefined = node; at; at = at.parent) {
      if (isMarkedSecret(at)) {
        for (const key of keysOf(at)) this.#add(key);
        return true;
      }
      if (keysOf(at).some((key) => this.#known.has(key))) return true;
    }
    return false;
  }

  /** Notes every secret field of a capture, also those that no element is built for. */
  note(nodes: readonly FlatNode[]): void {
    for (const node of nodes) if (isField(node) && isMarkedSecret(node)) for (const key of keysOf(node)) this.#add(key);
  }

  #add(key: string): void {
    if (this.#known.has(key)) return;
    const [oldest] = this.#known;
    if (this.#known.size >= mostFields && oldest !== undefined) this.#known.delete(oldest);
    this.#known.add(key);
  }
}

const isField = ({ tag, attributes }: FlatNode): boolean =>
  tag === 'input' || tag === 'textarea' || attributes.has('contenteditable');

const keysOf = (node: FlatNode): readonly string[] => {
  if (!isField(node)) return [];
  const { document, attributes } = node;
  const place = `${document.frameId} ${document.loaderId}`;
  const name = attributes.get('name') ?? attributes.get('id');
  return [`${place} #${node.backendNodeId}`, ...(name ? [`${place} ${name}`] : [])];
};
