import { isMap, parseDocument } from 'yaml';
import type { FrontMatterContract } from '../artifacts.ts';
import { rulesOf } from '../gates/checks/front-matter-gate.ts';
import { fitsType } from '../gates/checks/value-types.ts';
import { readFrontMatter } from '../markdown/read-front-matter.ts';
import { splitPage } from '../markdown/split-page.ts';
import { replaceFrontMatter, writeFrontMatter } from '../markdown/write-front-matter.ts';
import { defaultValue, toType } from './front-matter-values.ts';
import type { FixerDefinition } from './define-fixer.ts';
import { issueCodes } from '../gates/issue-codes.ts';

const codes: ReadonlySet<string> = new Set([
  issueCodes.frontmatterInvalidYaml,
  issueCodes.frontmatterMissing,
  issueCodes.frontmatterRequiredFieldMissing,
  issueCodes.frontmatterTypeMismatch,
]);

/** Repairs front matter: keeps the keys that can be read, converts values and adds the keys that are missing. */
export const frontMatterFixer: FixerDefinition = {
  name: 'fix_frontmatter',
  needs: ['frontmatter_contract.json'],
  fixes: ({ code }) => codes.has(code),
  fix: async (scene) => {
    const { page, artifacts } = scene;
    const { required, known } = rulesOf(page, await artifacts.json<FrontMatterContract>('frontmatter_contract.json'));
    const read = readFrontMatter(page.text);
    const values = read.values ?? salvage(page.text);
    const updates: Record<string, unknown> = {};
    for (const [key, rule] of Object.entries(known)) {
      const value = values[key];
      if (value === undefined || value === null) {
        if (Object.hasOwn(required, key)) updates[key] = defaultValue(key, rule, scene);
      } else if (!fitsType(value, rule.type)) {
        updates[key] = toType(value, rule.type) ?? defaultValue(key, rule, scene);
      }
    }
    return read.values
      ? writeFrontMatter(page.text, updates)
      : replaceFrontMatter(page.text, { ...values, ...updates });
  },
};

const topKey = /^([A-Za-z_][\w-]{0,60})[ \t]*[:=][ \t]*(.*)$/u;

/** The keys of front matter that cannot be read as a whole: each line by itself, as text where it is not valid. */
const salvage = (page: string): Record<string, unknown> => {
  const { block, unclosed } = splitPage(page);
  const lines = (unclosed ? (page.slice(page.indexOf('\n') + 1).split(/\n[ \t]*\n|\n#/u, 1)[0] ?? '') : block).split(
    '\n',
  );
  const values: Record<string, unknown> = {};
  for (const line of lines) {
    const [, key, text = ''] = topKey.exec(line) ?? [];
    if (key !== undefined && !Object.hasOwn(values, key)) values[key] = valueOf(text.trim());
  }
  return values;
};

const valueOf = (text: string): unknown => {
  const document = parseDocument(`value: ${text}`, { logLevel: 'silent' });
  if (document.errors.length === 0 && isMap(document.contents)) {
    const value: unknown = document.contents.toJSON().value;
    if (typeof value !== 'object' || Array.isArray(value)) return value;
  }
  return text.replaceAll(/^["'[{]+|["'\]}]+$/gu, '').trim();
};
