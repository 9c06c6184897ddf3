import type { Resource } from '@recourse/engine';
import { z } from 'zod';
import { validationReportSchema } from '../artifacts.ts';
import { runConfigJsonSchema } from '../config/check-run-config.ts';

/** The published schemas: of the configuration of a run, and of its report. */
export const schemaResources: readonly Resource[] = [
  schemaResource('run_config.json', 'The configuration of a run', runConfigJsonSchema),
  schemaResource('validation_report.json', 'The result of a validation', () => z.toJSONSchema(validationReportSchema)),
];

function schemaResource(name: string, title: string, schema: () => object): Resource {
  return {
    uri: `resource://schema/${name}`,
    name: `schema/${name}`,
    title,
    mimeType: 'application/schema+json',
    read: () => JSON.stringify(schema(), null, 2),
  };
}
