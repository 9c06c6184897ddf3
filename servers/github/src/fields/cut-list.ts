interface CutOptions<Item> {
  readonly keyOf: (item: Item) => string;
  /** The key of the last item that the caller has. */
  readonly after: string | undefined;
  readonly most: number;
}

/** A bounded part of a list that GitHub has in one piece, and the key to go on from. */
export const cutList = <Item>(items: readonly Item[], { keyOf, after, most }: CutOptions<Item>) => {
  const known = after === undefined ? -1 : items.findIndex((item) => keyOf(item) === after);
  // If that item is gone, the next one is the first with a greater key.
  const next = after !== undefined && known === -1 ? items.findIndex((item) => keyOf(item) > after) : known + 1;
  const rest = next === -1 ? [] : items.slice(next);
  const shown = rest.slice(0, most);
  const last = shown.at(-1);
  const truncated = rest.length > shown.length;
  return { shown, truncated, ...(truncated && last !== undefined && { next_after: keyOf(last) }) };
};
