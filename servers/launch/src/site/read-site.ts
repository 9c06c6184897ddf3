import type { FrontMatterContract, SiteContext } from '../artifacts.ts';
import type { RunConfig } from '../config/run-config.ts';
import { sha256Of } from '../sources/digest.ts';
import type { Tree } from '../sources/tree.ts';
import { inferContract } from './infer-contract.ts';
import { readHugoConfig } from './read-hugo-config.ts';
import { readTemplates } from './read-templates.ts';

export interface Site {
  readonly context: SiteContext;
  readonly contract: FrontMatterContract;
  /** The site's own templates, by name. */
  readonly templates: Record<string, string>;
}

/** Reads what a run has to know about the site: its configuration, the front matter of its pages and its templates. */
export const readSite = async (tree: Tree, config: RunConfig): Promise<Site> => {
  const hugo = await readHugoConfig(tree, config.hugo.config);
  return {
    context: {
      schema_version: '1.0',
      ref: tree.sha,
      hugo_config: hugo.files.map(({ path, bytes }) => ({
        path,
        sha256: sha256Of(bytes),
      })),
      base_url: hugo.baseUrl,
      default_language: hugo.defaultLanguage,
    },
    contract: await inferContract(tree, config),
    templates: await readTemplates(tree, config.templates_dir),
  };
};
