import type { Failure } from '@recourse/contract';
import type { Tool } from '@recourse/engine';
import { fail } from '../failing.ts';
import { allow, profileNames, settingToAllow } from '../settings.ts';
import type { Capability, ProfileName, StageSettings } from '../settings.ts';
import type { Toolbox } from './toolbox.ts';

/** A tool, and when it is offered. */
export interface ToolRow {
  readonly create: (toolbox: Toolbox) => Tool;
  /** The profiles that have it besides `full`. */
  readonly profiles: readonly ProfileName[];
  /** The capability that the operator must allow. */
  readonly needs?: Capability;
}

/** The tools of a server, and the refusals for those that it knows and does not offer. */
export interface Offer {
  readonly tools: readonly Tool[];
  readonly withhold: (name: string) => { readonly tool: Tool; readonly failure: Failure } | undefined;
}

/** Selects the tools that the operator's profile has and that the operator allows. */
export const offer = (rows: readonly ToolRow[], toolbox: Toolbox): Offer => {
  const tools: Tool[] = [];
  const withheld = new Map<string, { readonly tool: Tool; readonly failure: Failure }>();
  for (const row of rows) {
    const tool = row.create(toolbox);
    const failure = refusalOf(tool.name, row, toolbox.settings);
    if (failure) withheld.set(tool.name, { tool, failure });
    else tools.push(tool);
  }
  return { tools, withhold: (name) => withheld.get(name) };
};

const refusalOf = (tool: string, { profiles, needs }: ToolRow, settings: StageSettings): Failure | undefined => {
  const { profile = 'full', allowed = allow([]) } = settings;
  if (needs !== undefined && !allowed.includes(needs)) {
    return fail('TOOL_GATED', { tool, option: settingToAllow(needs, allowed) }, { effect: 'none' });
  }
  if (profile === 'full' || profiles.includes(profile)) return undefined;
  const available = profileNames.filter((name) => name === 'full' || profiles.includes(name));
  return fail('TOOL_NOT_IN_PROFILE', { tool, profile, available }, { effect: 'none' });
};
