import { stageCodes } from '@recourse/contract/registries';
import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { checkPlace } from '../doctor/check-place.ts';
import { allow } from '../settings.ts';
import type { Toolbox } from './toolbox.ts';

export const createDoctor = ({ settings, environment }: Toolbox): Tool =>
  defineTool({
    name: 'electron_doctor',
    description:
      'Checks that this machine has what the server needs: Chromium, Electron, a display, and the configured folders.',
    input: z.strictObject({}),
    output: z.object({
      doctor_ok: z.boolean(),
      checks: z.array(
        z.object({
          check: z.string(),
          verdict: z.enum(['fine', 'advice', 'broken']),
          says: z.string(),
          todo: z.string().optional(),
        }),
      ),
      runtime: z.object({ node: z.string(), platform: z.string(), arch: z.string() }),
      profile: z.string(),
      allowed: z.array(z.string()),
    }),
    operation: 'query',
    danger: 'safe',
    idempotent: true,
    codes: stageCodes,
    errors: [],
    run: async ({ signal }) => {
      const checks = await checkPlace({ settings, environment, signal });
      return {
        doctor_ok: checks.every(({ verdict }) => verdict !== 'broken'),
        checks: checks.map((finding) => ({ ...finding })),
        runtime: { node: process.versions.node, platform: process.platform, arch: process.arch },
        profile: settings.profile ?? 'full',
        allowed: [...(settings.allowed ?? allow([]))],
      };
    },
  });
