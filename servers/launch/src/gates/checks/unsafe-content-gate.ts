import { findHiddenCharacter } from '@recourse/contract/hidden-characters';
import type { FoundIssue } from '@recourse/runs';
import { readPage } from '../../markdown/read-page.ts';
import { lookAtPages } from '../define-gate.ts';
import type { GateDefinition } from '../define-gate.ts';
import type { TouchedPage } from '../scene.ts';
import { issueCodes } from '../issue-codes.ts';

/** Elements that run code or load pages of others, attributes that run code, and addresses that do. */
const unsafeHtml =
  /<\/?(?:script|iframe|object|embed|applet|base|form|meta|link|svg|math)\b|\son[a-z]{3,30}\s*=|(?:javascript|vbscript)\s*:/iu;
const unsafeAddress = /^\s*(?:javascript|vbscript|data:(?!image\/(?:png|jpe?g|gif|webp)[;,]))/iu;

/** Reports content that could run code in a reader's browser or that reads differently from how it looks. */
export const unsafeContentGate: GateDefinition = {
  name: 'unsafe_content',
  limits: { local: 30, ci: 60, prod: 60 },
  look: async (scene) => ({ issues: await lookAtPages(scene, checkContent) }),
};

const checkContent = ({ path, text }: TouchedPage): readonly FoundIssue[] => {
  const { html, links } = readPage(text);
  const issues: FoundIssue[] = [];
  for (const { text: source, line } of html) {
    const [found] = unsafeHtml.exec(source) ?? [];
    if (found === undefined) continue;
    const message = `'${path}' contains HTML that can run code: '${found.trim()}'`;
    issues.push({
      code: issueCodes.unsafeHtml,
      severity: 'blocker',
      message,
      path,
      line,
      context: source.slice(0, 200),
    });
  }
  for (const { url, line } of links) {
    if (!unsafeAddress.test(url)) continue;
    const message = `'${path}' links to a URL that can run code: '${url.slice(0, 40)}'`;
    issues.push({ code: issueCodes.unsafeLink, severity: 'blocker', message, path, line, context: url });
  }
  const hidden = findHiddenCharacter(text.replace(/^\u{FEFF}/u, ''), { lines: true });
  if (hidden) {
    const line = text.slice(0, hidden.offset).split('\n').length;
    const message = `'${path}' contains the hidden character ${hidden.codePoint}`;
    issues.push({
      code: issueCodes.hiddenCharacter,
      severity: 'error',
      message,
      path,
      line,
      context: hidden.codePoint,
    });
  }
  return issues;
};
