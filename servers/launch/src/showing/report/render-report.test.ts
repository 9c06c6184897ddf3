import { hash } from 'node:crypto';
import { Parser } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { sampleCitations, sampleIssues, sampleReport, sampleRun } from '../testing/sample-run.ts';
import { renderReport } from './render-report.ts';

/** Every element of a page, with its attributes. */
const elementsOf = (page: string) => {
  const elements: { readonly name: string; readonly attributes: Readonly<Record<string, string>> }[] = [];
  const parser = new Parser({ onopentag: (name, attributes) => elements.push({ name, attributes }) });
  parser.end(page);
  return elements;
};

/** The text of a page, without its style. */
const textOf = (page: string): string => {
  let [text, inStyle] = ['', false];
  const parser = new Parser({
    onopentagname: (name) => (inStyle = name === 'style'),
    onclosetag: () => (inStyle = false),
    ontext: (part) => (text += inStyle ? '' : part),
  });
  parser.end(page);
  return text.replaceAll(/\s+/gu, ' ');
};

describe('renderReport', () => {
  it('shows the verdict, the facts of the run, and each gate with result, time and tool', async () => {
    const text = textOf(await renderReport(await sampleRun()));
    expect(text).toContain('Failed 4 of 5 gates failed. 4 open issues on 2 pages.');
    for (const fact of ['github.com/acme/tally', 'aaaaaaaaaa', 'github.com/acme/docs', 'main', 'ci', 'VALIDATING']) {
      expect(text).toContain(fact);
    }
    expect(text).toMatch(/markdown_lint ?failed ?1 ?1\.3 s ?markdownlint 0\.40\.0/u);
    expect(text).toContain('External links are not checked in the local profile');
  });

  it('shows each issue on its page, with its line marked and the call that fixes it', async () => {
    const page = await renderReport(await sampleRun());
    expect(page).toMatch(/<mark class="row"><span class="n">10<\/span><span class="t">Files over 128 MB/u);
    const text = textOf(page);
    expect(text).toContain('Fixed next by launch_fix_next {"run_id": "r_2026-11-17T13-45-46Z_879b7c91"}');
    expect(text.match(/Can be fixed by/gu)).toHaveLength(1);
    expect(text.match(/Needs manual action\./gu)).toHaveLength(2);
    expect(text).toContain('The site as a whole');
  });

  it('links each claim to its lines at the pinned commit and quotes them', async () => {
    const page = await renderReport(await sampleRun());
    const links = elementsOf(page).map(({ attributes }) => attributes['href']);
    const base = `https://github.com/acme/tally/blob/${'a'.repeat(40)}`;
    expect(links).toContain(`${base}/README.md#L3`);
    expect(links).toContain(`${base}/src/count%20words.ts#L1-L2`);
    expect(textOf(page)).toContain('export const countWords');
  });

  it('tells what each sentence rests on, and what the truth gate objects to', async () => {
    const { pages } = await sampleRun();
    const standings = pages.flatMap(({ sentences }) => sentences.map(({ text, standing }) => [text, standing]));
    expect(standings).toContainEqual(['Tally counts words in files.', 'cited']);
    expect(standings).toContainEqual(['Documentation of Tally.', 'phrase']);
    expect(standings).toContainEqual(['How to use the products.', 'kept']);
    expect(standings).toContainEqual(['Tally is the fastest counter.', 'uncited']);
    const text = textOf(await renderReport(await sampleRun()));
    expect(text.match(/accepted the sentence/gu)).toHaveLength(3);
    expect(text).toContain('Cites 1 unknown claim: claim_0000000000000000');
  });

  it('reports that the product cannot be read, and keeps the claims', async () => {
    const text = textOf(await renderReport(await sampleRun({ quotes: false })));
    expect(text).toContain('The product could not be read (GIT_FAILED: no network).');
    expect(text).toContain('README.md:3');
    expect(text).not.toContain('export const countWords');
  });

  it('has no script and permits nothing but its own style', async () => {
    const page = await renderReport(await sampleRun());
    const elements = elementsOf(page);
    expect(elements.filter(({ name }) => ['script', 'link', 'img', 'iframe', 'object'].includes(name))).toEqual([]);
    const style = /<style>([\s\S]*?)<\/style>/u.exec(page)?.[1] ?? '';
    const policy = elements.find(({ attributes }) => attributes['http-equiv'])?.attributes['content'];
    expect(policy).toBe(
      `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; base-uri 'none'; form-action 'none'`,
    );
    expect(style).not.toMatch(/url\(|@import/u);
  });
});

describe('renderReport with hostile text', () => {
  const bad = `</style></title><script>alert(1)</script><img src=x onerror=alert(2)>"'\`&lt;\u202Egnp.exe\u2066\0`;

  it('shows text of titles, paths, messages and claims as text', async () => {
    const run = await sampleRun();
    const path = `content/docs/${bad}.md`;
    const hostile = {
      ...run,
      config: { ...run.config, product_name: bad },
      pages: run.pages.map((page) => ({
        ...page,
        path,
        title: bad,
        lines: Array<string>(20).fill(bad),
        issues: page.issues.map((issue) => ({ ...issue, gate: bad, message: bad, error_code: bad, issue_id: bad })),
        sentences: page.sentences.map((sentence) => ({
          ...sentence,
          text: bad,
          claims: sentence.claims.map((claim) => ({ ...claim, text: bad, subject: bad })),
        })),
      })),
      notes: [bad],
    };
    const page = await renderReport({
      ...hostile,
      report: { ...sampleReport(), issues: hostile.pages.flatMap(({ issues }) => issues) },
    });
    const elements = elementsOf(page);
    expect(elements.filter(({ name }) => ['script', 'img'].includes(name))).toEqual([]);
    const attributes = elements.flatMap((element) => Object.keys(element.attributes));
    expect(attributes.filter((name) => name.startsWith('on'))).toEqual([]);
    expect(page).not.toMatch(/[\0\u202e\u2066]/u);
    expect(page).toContain('⟨U+202E⟩gnp.exe⟨U+2066⟩');
    const addresses = elements.flatMap((element) => element.attributes['href'] ?? []);
    expect(addresses.filter((href) => !/^(?:https:\/\/|#)/u.test(href))).toEqual([]);
  });

  it('does not write the names of gates into its style', async () => {
    const gate = 'x}body{display:none';
    const report = sampleReport(sampleIssues.map((issue) => ({ ...issue, gate })));
    const page = await renderReport(await sampleRun({ report }));
    expect(/<style>([\s\S]*?)<\/style>/u.exec(page)?.[1]).not.toContain('display:none}body');
    expect(/<style>([\s\S]*?)<\/style>/u.exec(page)?.[1]).not.toContain(gate);
  });
});

describe('renderReport of a large run', () => {
  const large = () => {
    const pages = Array.from({ length: 100 }, (_, at) => ({
      path: `content/docs/page-${at}.md`,
      text: `---\ntitle: "Page ${at}"\n---\n\n${Array.from({ length: 20 }, (__, n) => `Sentence ${n} of page ${at} says what the product does.`).join('\n\n')}\n`,
      before: undefined,
    }));
    const claims = Object.values(sampleCitations.pages[0]?.sentences ?? []).flatMap((sentence) => sentence.claims);
    const citations = {
      schema_version: '1.0' as const,
      pages: pages.map(({ path }, at) => ({
        path,
        sentences: Array.from({ length: 20 }, (_, n) => ({
          text: `Sentence ${n} of page ${at} says what the product does.`,
          claims: [claims[n % claims.length] ?? '', claims[(n + 1) % claims.length] ?? ''],
        })),
      })),
    };
    const [, usual] = sampleIssues;
    const issues = Array.from({ length: 500 }, (_, at) => ({
      ...(usual as (typeof sampleIssues)[number]),
      issue_id: `iss_${at}`,
      location: { path: `content/docs/page-${at % 100}.md`, line: 5 + (at % 20) },
    }));
    return sampleRun({ pages, citations, report: sampleReport(issues) });
  };

  it('stays below 5 MB with every page, sentence and issue', async () => {
    const page = await renderReport(await large());
    expect(Buffer.byteLength(page)).toBeLessThan(5 * 1024 * 1024);
    expect(page.match(/class="issue /gu)).toHaveLength(500);
    expect(page.match(/class="sentence"/gu)).toHaveLength(2000);
  });

  it('omits sentences, not issues, when the maximum size is reached', async () => {
    const page = await renderReport(await large(), 100_000);
    expect(page.match(/class="issue /gu)).toHaveLength(500);
    expect(page).toContain('Omitted: the report has reached its maximum size.');
  });
});
