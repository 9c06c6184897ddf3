import { definePluginTool } from '@recourse/stage-plugin';
import { z } from 'zod';
import { ArtifactError } from '../artifact/artifact.ts';
import type { Artifact } from '../artifact/artifact.ts';
import { findArtifact } from '../artifact/find-artifact.ts';
import { checkIds, checks } from '../checks/index.ts';
import { codes } from '../codes.ts';

const statuses = ['pass', 'fail', 'unknown'] as const;

const result = z.object({
  id: z.enum(checkIds),
  title: z.string(),
  status: z.enum(statuses),
  detail: z.string(),
  evidence: z.array(z.string()),
  fix: z.string().optional(),
});

export const validate = definePluginTool({
  name: 'validate',
  description:
    'Checks a packaged app on disk: a folder that a packager wrote, an .app, an executable for Linux or Windows, or an AppImage. Nothing is started. The status of each check is pass, fail, or unknown, which means that evidence is missing. Reads executables of up to 2 GB and archives of up to 100,000 files.',
  input: z.strictObject({
    appPath: z.string().min(1).max(1000),
    checks: z.array(z.enum(checkIds)).min(1).max(20).optional(),
  }),
  output: z.object({
    app_path: z.string(),
    artifact_type: z.enum(['linux', 'appimage', 'windows', 'macos']),
    passed: z.boolean(),
    summary: z.object({ pass: z.int(), fail: z.int(), unknown: z.int() }),
    checks: z.array(result),
  }),
  operation: 'query',
  danger: 'safe',
  idempotent: true,
  session: false,
  uses: ['apps'],
  codes,
  errors: ['production.APP_NOT_FOUND', 'production.NOT_A_BUNDLE', 'production.UNSUPPORTED_ARTIFACT'],
  timeoutMs: 120_000,
  run: async ({ arguments: { appPath, checks: wanted = checkIds }, stage: { apps }, fail }) => {
    let artifact: Artifact;
    try {
      artifact = await findArtifact(apps, appPath);
    } catch (error) {
      if (!(error instanceof ArtifactError)) throw error;
      const { problem, message: reason } = error;
      if (problem === 'missing') return fail('production.APP_NOT_FOUND', { path: appPath });
      if (problem === 'no bundle') return fail('production.NOT_A_BUNDLE', { path: appPath, reason });
      return fail('production.UNSUPPORTED_ARTIFACT', { path: appPath, reason });
    }
    const results: z.input<typeof result>[] = [];
    for (const id of checkIds.filter((one) => wanted.includes(one))) {
      const { title, run } = checks[id];
      const { status, detail, evidence = [], fix } = await run(artifact, apps);
      results.push({ id, title, status, detail, evidence: [...evidence], ...(fix !== undefined && { fix }) });
    }
    const count = (status: (typeof statuses)[number]): number => results.filter((one) => one.status === status).length;
    return {
      app_path: artifact.path,
      artifact_type: artifact.type,
      passed: count('fail') === 0,
      summary: { pass: count('pass'), fail: count('fail'), unknown: count('unknown') },
      checks: results,
    };
  },
});
