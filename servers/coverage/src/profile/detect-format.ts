import type { ProfileFormat } from './coverage.ts';

const decoder = new TextDecoder('utf-8');
const lcovRecord = /^(?:TN|SF|VER|FN|FNL|FNDA|DA|BRDA|LF|LH):|^end_of_record\s*$/m;
const prologue = /^(?:\s+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*>)*/i;

/**
 * Which format a profile has, by how it begins; where that does not tell, by its name. Undefined if neither does.
 */
export const detectFormat = (head: Uint8Array, name: string): ProfileFormat | undefined =>
  detectByContent(head) ?? detectByName(name);

/** By how it begins alone. */
export const detectByContent = (head: Uint8Array): ProfileFormat | undefined => {
  const text = decoder.decode(head).trimStart();
  if (text.startsWith('mode: ')) return 'go';
  if (/^\{\s*["}]/.test(text)) return detectJson(text);
  if (text.startsWith('<')) return detectXml(text);
  return lcovRecord.test(text) ? 'lcov' : undefined;
};

/** By the first member, whichever it is: tools that sort or rewrite JSON change the order. */
const detectJson = (text: string): ProfileFormat => {
  const [, key = '', value = ''] = /^\{\s*"((?:[^"\\]|\\.)*)"\s*:\s*(\{\s*"?\w*|\[|"[^"]{0,64}|)/.exec(text) ?? [];
  if (key === 'data' && value === '[') return 'llvm-cov';
  if ((key === 'type' || key === 'version') && value.startsWith('"')) return 'llvm-cov';
  if (key === 'cargo_llvm_cov') return 'llvm-cov';
  // An entry of Istanbul begins with one of these, whatever the file is called.
  const isEntry = /"(?:path|all|statementMap|hash|_coverageSchema)$/.test(value);
  return ['meta', 'files', 'totals'].includes(key) && value.startsWith('{') && !isEntry ? 'coverage-py' : 'istanbul';
};

const detectXml = (text: string): ProfileFormat | undefined => {
  const body = text.slice(prologue.exec(text)?.[0].length ?? 0);
  if (/^<report[\s>]/.test(body)) return 'jacoco';
  if (!/^<coverage[\s>]/.test(body)) return undefined;
  return /^<coverage[^>]*\sclover=|^<coverage[^>]*>\s*<project[\s>]/.test(body) ? 'clover' : 'cobertura';
};

const detectByName = (name: string): ProfileFormat | undefined => {
  const lower = name.toLowerCase();
  if (/\.(?:info|lcov)$/.test(lower)) return 'lcov';
  if (/\.(?:out|cov|coverprofile)$/.test(lower)) return 'go';
  if (lower.endsWith('.json')) return 'istanbul';
  if (!lower.endsWith('.xml')) return undefined;
  return (['jacoco', 'clover'] as const).find((format) => lower.includes(format)) ?? 'cobertura';
};

/** Describes data that cannot be a profile, such as an archive. */
export const describeForeign = (head: Uint8Array): string | undefined => {
  const [first, second] = head;
  if (first === 0x1f && second === 0x8b) return 'it is compressed with gzip; decompress it first';
  if (first === 0x50 && second === 0x4b) return 'it is a ZIP archive; unpack it first';
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return 'it is UTF-16, not UTF-8';
  return undefined;
};
