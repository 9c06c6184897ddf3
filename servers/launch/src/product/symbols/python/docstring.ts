import { rstToMarkdown } from '../../rst-to-markdown.ts';
import { cutDoc, dedent } from '../symbol.ts';

/** Turns a docstring into Markdown. */
export const docstringToMarkdown = (doc: string): string =>
  cutDoc(fieldsToMarkdown(doctests(rstToMarkdown(named(dedent(doc))))).trim());

/** In a docstring, bars mark names, not substitutions. */
const named = (text: string): string => text.replaceAll(/\|([A-Za-z_][\w.]*)\|/g, '``$1``');

/** Turns interactive sessions into code blocks. */
const doctests = (text: string): string =>
  text.replaceAll(/(?:^[ \t]*>>> .*\n?(?:^(?![ \t]*$).*\n?)*)+/gm, (session) => {
    const code = dedent(`\n${session.trimEnd()}`).trim();
    return `\n\`\`\`pycon\n${code}\n\`\`\`\n`;
  });

const section = /^(Args|Arguments|Parameters|Returns|Raises|Yields|Examples?|Notes?|Attributes):[ \t]*\n/gm;
const item = /^ {2,4}\*{0,2}([A-Za-z_]\w*)(?: \([^)\n]*\))?:[ \t]+/gm;

/** Turns the fields of Sphinx and the sections of Google's style into lists. */
const fieldsToMarkdown = (text: string): string =>
  text
    .replaceAll(/^:param(?:eter)?\s+(?:[\w\][., |]+\s)?\*{0,2}(\w+):\s*/gm, '- `$1`: ')
    .replaceAll(/^:(?:returns?):\s*/gm, '\nReturns: ')
    .replaceAll(/^:raises?\s+([\w.]+):\s*/gm, '\nRaises `$1`: ')
    .replaceAll(/^:r?type\b.*$/gm, '')
    .replaceAll(section, '\n$1:\n\n')
    .replaceAll(item, '- `$1`: ')
    .replaceAll(/^(?!- `)(.+)\n(?=- `)/gm, '$1\n\n');
