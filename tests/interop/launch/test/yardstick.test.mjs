import { afterEach, describe, expect, it } from 'vitest';
import { readSentences } from '../../../../servers/launch/dist/markdown/read-sentences.js';
import { measure, partsOf, plain } from '../src/measure.mjs';
import { products } from '../src/products.mjs';
import { openWorld } from '../src/world.mjs';

let world;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

/** The prose sentences that a page repeats below one heading. Short ones, such as items of lists, may repeat. */
const repeatsIn = (page) => {
  const seen = new Set();
  let heading = '';
  return readSentences(page).flatMap(({ kind, text }) => {
    if (kind === 'heading') heading = text;
    if (kind !== 'prose' || text.split(' ').length < 4) return [];
    const key = `${heading}\n${text}`;
    const isRepeated = seen.has(key);
    seen.add(key);
    return isRepeated ? [text] : [];
  });
};

/** Finds sentences that a file of the product itself repeats. */
const isRepeatedIn = (files) => {
  const wordsOf = (text) => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
  const all = files.map(wordsOf);
  return (text) => all.some((words) => words.split(wordsOf(text)).length > 2);
};

/** The share of exported names whose reference has their signature and the first words of their comment. */
const coverageOf = (symbols, pages) => {
  const parts = Object.entries(pages)
    .filter(([path]) => path.startsWith('content/reference/'))
    .flatMap(([, page]) => partsOf(page));
  const names = symbols.filter(({ kind }) => kind !== 'module');
  const missing = names.filter(({ name, signature, doc }) => {
    const start = plain(/^[^\n]{0,60}/u.exec(doc.replaceAll(/[*_]/gu, ''))?.[0] ?? '');
    return !parts.some(
      ([heading, text]) =>
        heading === plain(name) &&
        plain(text).includes(plain(signature)) &&
        plain(text).replaceAll('_', '').includes(start),
    );
  });
  return { all: names.length, missing: missing.map(({ name }) => name) };
};

describe.each(products)('the pages of $name', (product) => {
  it('cover its names and tasks, and cite every sentence', async () => {
    const files = await product.read();
    world = await openWorld(product, files);
    const { run_id, status } = await world.start(world.config);
    expect({ state: status.state, open: status.open_issues }).toEqual({ state: 'READY_FOR_PR', open: [] });
    const artifact = async (name) => JSON.parse(await world.artifactOf(run_id, name));
    const { patches } = await artifact('patch_bundle.json');
    // The record for the next launch is not a page.
    const written = patches.filter(({ path }) => path.endsWith('.md'));
    const pages = Object.fromEntries(written.map(({ path, new_content }) => [path, new_content ?? '']));
    const { symbols } = await artifact('product_facts.json');
    const citations = await artifact('citations.json');
    const claims = new Map((await artifact('evidence_map.json')).claims.map((claim) => [claim.id, claim]));

    const { symbols: listed, tasks } = measure(product.slug, pages);
    const exported = coverageOf(symbols, pages);
    const sentences = citations.pages.flatMap(({ path, sentences: cited }) => {
      const known = new Map(cited.map((sentence) => [sentence.text, sentence]));
      return readSentences(pages[path] ?? '').map(({ text, line }) => ({
        at: `${path}:${line} ${text}`,
        cited: known.get(text),
      }));
    });
    const uncited = sentences.filter(({ cited }) => !cited).map(({ at }) => at);
    const share = ({ all, missing }) => `${all - missing.length}/${all}`;
    console.info(
      `${product.slug}: listed names ${share(listed)}, tasks ${share(tasks)}, exported names ${share(exported)}, ` +
        `sentences ${share({ all: sentences.length, missing: uncited })}, pages ${Object.keys(pages).length}`,
    );
    expect(listed.missing).toEqual([]);
    expect(tasks.missing).toEqual([]);
    expect(exported.missing.length).toBeLessThanOrEqual(exported.all * 0.05);
    expect(uncited).toEqual([]);
    expect(sentences.flatMap(({ cited }) => cited.claims).filter((id) => !claims.has(id))).toEqual([]);
    const isOwn = isRepeatedIn(Object.values(files));
    expect(
      Object.values(pages)
        .flatMap(repeatsIn)
        .filter((repeat) => !isOwn(repeat)),
    ).toEqual([]);
  });
});
