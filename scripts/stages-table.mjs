/** The pipeline as a table of Markdown, between the marks that docs/architecture.md has for it. */
const block = /<!-- stages -->[\s\S]*?<!-- \/stages -->/;

/**
 * @param {string} page
 * @param {readonly { readonly name: string, readonly does: string, readonly codes: readonly string[] }[]} stages
 */
export const withStagesTable = (page, stages) => {
  if (!block.test(page)) throw new Error('docs/architecture.md has lost its marks: <!-- stages --> … <!-- /stages -->');
  const rows = stages.map(
    ({ name, does, codes }) => `| \`${name}\` | ${does} | ${codes.map((code) => `\`${code}\``).join(', ')} |`,
  );
  const table = ['| stage | does | may fail with |', '| --- | --- | --- |', ...rows].join('\n');
  return page.replace(block, `<!-- stages -->\n<!-- prettier-ignore -->\n${table}\n\n<!-- /stages -->`);
};
