import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import type { FoundIssue } from '@recourse/runs';
import type { GateDefinition } from '../define-gate.ts';
import type { Scene } from '../scene.ts';
import { issueCodes } from '../issue-codes.ts';

const names =
  /^(?:(?:hugo|config)\.(?:toml|ya?ml|json)|config\/_default\/(?:hugo|config|languages)\.(?:toml|ya?ml|json))$/u;
const mostBytes = 256 * 1024;

type Settings = Readonly<Record<string, unknown>>;

/** Checks that the site's configuration can be read and builds the pages that are planned. */
export const configGate: GateDefinition = {
  name: 'hugo_config',
  limits: { local: 10, ci: 20, prod: 20 },
  look: async (scene) => {
    const { config, worktree } = scene;
    const files = config.hugo.config ? [config.hugo.config] : worktree.paths.filter((path) => names.test(path));
    const missing = files.length === 0 || files.some((path) => !worktree.has(path));
    if (missing) return { issues: [missingOf(config.hugo.config)] };
    const issues: FoundIssue[] = [];
    const settings: Record<string, unknown> = {};
    for (const path of files) {
      const read = readSettings(path, (await worktree.read(path)) ?? '');
      if (typeof read === 'string') {
        const message = `'${path}' cannot be read: ${read}`;
        issues.push({ code: issueCodes.hugoConfigInvalid, severity: 'blocker', message, path });
      } else Object.assign(settings, path.includes('/languages.') ? { languages: read } : read);
    }
    return { issues: issues.length > 0 ? issues : fitOf(settings, scene) };
  },
};

const missingOf = (configured: string | undefined): FoundIssue => ({
  code: issueCodes.hugoConfigMissing,
  severity: 'blocker',
  message: configured
    ? `hugo.config in run_config is '${configured}', but the site has no such file`
    : 'The site has no Hugo configuration, such as hugo.toml, config.yaml or config/_default/hugo.toml',
});

const readSettings = (path: string, text: string): Settings | string => {
  if (text.length > mostBytes) return `it has more than ${mostBytes} characters`;
  try {
    if (path.endsWith('.toml')) return parseToml(text);
    const read: unknown = path.endsWith('.json')
      ? JSON.parse(text)
      : parseYaml(text, { maxAliasCount: 20, logLevel: 'error' });
    return typeof read === 'object' && read !== null && !Array.isArray(read)
      ? (read as Settings)
      : 'it is not a mapping';
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? '').slice(0, 200) : 'it cannot be parsed';
  }
};

const fitOf = (settings: Settings, { config, plan }: Scene): readonly FoundIssue[] => {
  const value = (name: string): unknown =>
    Object.entries(settings).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
  const issues: FoundIssue[] = [];
  const content = value('contentDir');
  const root = typeof content === 'string' ? content : 'content';
  const languages = value('languages');
  const hasOwnFolders =
    typeof languages === 'object' && languages !== null && JSON.stringify(languages).includes('ontentDir');
  const outside = plan.pages.find(({ path }) => !path.startsWith(`${root}/`));
  if (outside && !hasOwnFolders && value('module') === undefined) {
    const message = `'${outside.path}' is not inside '${root}', where hugo looks for content`;
    issues.push({ code: issueCodes.hugoConfigPathMismatch, severity: 'blocker', message, path: outside.path });
  }
  const known = [
    ...Object.keys(typeof languages === 'object' && languages ? languages : {}),
    value('defaultContentLanguage'),
  ];
  if (languages !== undefined && !known.some((name) => String(name).toLowerCase() === config.locale.toLowerCase())) {
    const message = `The language '${config.locale}' is not enabled on the site`;
    issues.push({ code: issueCodes.hugoConfigLanguageNotEnabled, severity: 'error', message, context: config.locale });
  }
  const disabled = value('disableKinds');
  if (Array.isArray(disabled) && disabled.includes('page')) {
    const message = "The site's disableKinds setting disables pages";
    issues.push({ code: issueCodes.hugoConfigPagesDisabled, severity: 'blocker', message });
  }
  return issues;
};
