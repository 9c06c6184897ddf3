import type { ProductFacts } from '../artifacts.ts';
import { readDocument } from './read-document.ts';

const version = /(?:^|[\s[(v])v?(\d+\.\d+(?:\.\d+)?(?:[-+.][\w.-]+)?)(?=$|[\s\]):,])/;
const mostReleases = 20;

/** Reads the releases of a changelog, newest first as they are written. */
export const readChangelog = (path: string, text: string): ProductFacts['releases'] =>
  readDocument(path, text, '')
    .topics.flatMap(({ title, text: notes, source }) => {
      const found = version.exec(title)?.[1];
      return found === undefined ? [] : [{ version: found, text: notes, source }];
    })
    .slice(0, mostReleases);
