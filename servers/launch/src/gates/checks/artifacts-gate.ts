import type { FoundIssue } from '@recourse/runs';
import type { z } from 'zod';
import {
  draftManifestSchema,
  frontMatterContractSchema,
  inputsSchema,
  pagePlanSchema,
  productFactsSchema,
  repoInventorySchema,
  siteContextSchema,
  snippetCatalogSchema,
} from '../../artifacts.ts';
import { mergeReportSchema } from '../../linking/merge-report.ts';
import { patchBundleSchema } from '../../patching/patch.ts';
import type { GateDefinition } from '../define-gate.ts';
import { issueCodes } from '../issue-codes.ts';

const schemas: Readonly<Record<string, z.ZodType>> = {
  'inputs.json': inputsSchema,
  'repo_inventory.json': repoInventorySchema,
  'site_context.json': siteContextSchema,
  'frontmatter_contract.json': frontMatterContractSchema,
  'product_facts.json': productFactsSchema,
  'snippet_catalog.json': snippetCatalogSchema,
  'page_plan.json': pagePlanSchema,
  'draft_manifest.json': draftManifestSchema,
  'patch_bundle.json': patchBundleSchema,
  'merge_report.json': mergeReportSchema,
};

const shared: ReadonlySet<string> = new Set(['inputs.json', 'page_plan.json', 'patch_bundle.json']);
const mostProblems = 20;

/** Checks every artifact against its schema again: a store can be edited, and schemas change between versions. */
export const artifactsGate: GateDefinition = {
  name: 'schema',
  needs: Object.keys(schemas).filter((name) => !shared.has(name)),
  limits: { local: 30, ci: 60, prod: 60 },
  look: async ({ artifacts }) => {
    const issues: FoundIssue[] = [];
    for (const [name, schema] of Object.entries(schemas)) {
      const { error } = schema.safeParse(await artifacts.json(name));
      for (const { path, message } of error?.issues.slice(0, mostProblems) ?? []) {
        issues.push({
          code: issueCodes.schemaValidationFailed,
          severity: 'blocker',
          message: `${name} does not match its schema at '${path.join('.')}': ${message}`,
          rule: name,
          context: path.join('.'),
        });
      }
    }
    return { issues };
  },
};
