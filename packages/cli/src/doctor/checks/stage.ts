import type { Check } from '../check.ts';

/** The names of the findings for people. */
const names = {
  chromium: 'Chromium',
  electron: 'Electron',
  display: 'display',
  app_roots: 'app folders',
  screenshots: 'screenshots',
} as const;

/** Checks what the server `stage` needs. Nothing but its settings can be broken: other servers need none of it. */
export const stageCheck: Check = {
  name: 'stage',
  run: async ({ io: { environment, cwd }, platform, signal }) => {
    const { checkPlace, readSettings } = await import('@recourse/stage/doctor');
    const findings = await checkPlace({ settings: readSettings(environment, cwd), environment, platform, signal });
    return findings.map(({ check, verdict, says, todo }) => ({
      verdict,
      says: `${names[check]}: ${says}`,
      ...(todo !== undefined && { todo }),
    }));
  },
};
