import { stageCodes } from '@recourse/contract/registries';
import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { clip } from '../observe/names/text.ts';
import { describeDebugger, findDebugger } from '../apps/discover.ts';
import { addressOf, loopback } from './fields.ts';

/** Debuggers choose their names. */
const longestName = 100;

/** The ports that developers usually open. */
const usualPorts = [9222, 9223, 9224, 9225];

export const createDiscoverRunning = (): Tool =>
  defineTool({
    name: 'electron_discover_running',
    description: 'Finds apps on this machine that have an open debugging port, for electron_attach.',
    input: z.strictObject({
      ports: z.array(z.int().min(1).max(65_535)).min(1).max(64).default(usualPorts),
      host: loopback,
      timeoutMs: z.int().min(1).max(5000).default(300),
    }),
    output: z.object({
      targets: z.array(
        z.object({
          targetId: z.string(),
          port: z.int(),
          appName: z.string(),
          browser: z.string(),
          pid: z.int().nullable(),
        }),
      ),
      count: z.int(),
      scanned: z.int(),
    }),
    operation: 'query',
    danger: 'safe',
    idempotent: true,
    codes: stageCodes,
    errors: [],
    run: async ({ arguments: { ports, host, timeoutMs } }) => {
      const found = await Promise.all(
        ports.map((port) => findDebugger({ host: addressOf(host), port }, timeoutMs).catch(() => undefined)),
      );
      const described = await Promise.all(
        found.filter((one) => one !== undefined).map((one) => describeDebugger(one, timeoutMs)),
      );
      const targets = described.map((one) => ({
        ...one,
        appName: clip(one.appName, longestName),
        browser: clip(one.browser, longestName),
      }));
      return { targets, count: described.length, scanned: ports.length };
    },
  });
