import { readSite } from '../../site/read-site.ts';
import { sampleConfig } from '../../testing/draft-site.ts';
import { memoryTree } from '../../testing/memory-tree.ts';

/** A site with habits of its own: every section has keys that its pages share. */
const site: Readonly<Record<string, string>> = {
  'config.toml': 'baseURL = "https://docs.example.org/"\ndefaultContentLanguage = "en"\n',
  ...Object.fromEntries(
    ['products', 'docs', 'reference', 'kb'].flatMap((section) =>
      ['one', 'two'].map((name, index) => [
        `content/${section}/other/${name}.md`,
        `---\ntitle: ${name}\ndescription: About ${name}.\nweight: ${index}\ntype: ${section}\ntoc: true\ntags: [other]\n---\n\nText.\n`,
      ]),
    ),
  ),
  'content/blog/first.md': '+++\ntitle = "First"\ndate = 2024-01-02\nauthor = "Ada"\n+++\n\nText.\n',
  'content/blog/second.md': '+++\ntitle = "Second"\ndate = 2024-02-03\nauthor = "Ada"\n+++\n\nText.\n',
};

/** The site with the contract that is inferred from it. */
export const sampleSite = async () => {
  const config = sampleConfig();
  return { config, site, contract: (await readSite(memoryTree(site), config)).contract };
};
