import type { Box, FlatDocument } from './flat-node.ts';

type Mutable<Value> = { -readonly [Key in keyof Value]: Value[Key] };

/** Converts the places in a document of a zoomed page: a capture has them in pixels of the window. */
export const toCssPixels = (document: FlatDocument, zoom: number): void => {
  const { scroll } = document;
  (document as Mutable<FlatDocument>).scroll = { x: scroll.x / zoom, y: scroll.y / zoom };
  for (const node of document.nodes) if (node.box) (node as { box: Box }).box = scaled(node.box, 1 / zoom);
};

const scaled = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x * by,
  y: y * by,
  width: width * by,
  height: height * by,
});
