import { isFailure } from '@recourse/contract';
import { coverctl } from '@recourse/contract/dialects/coverctl';
import type { Resource } from '@recourse/engine';
import { findDebt } from '../answering/debt-answer.ts';
import { suggestionsFor } from '../answering/suggest-answer.ts';
import { findOrigin } from '../measuring/find-origin.ts';
import { loadHistory } from '../measuring/load-history.ts';
import { loadPolicy } from '../measuring/load-policy.ts';
import { loadProfiles } from '../measuring/load-profiles.ts';
import type { Sources } from '../measuring/judge.ts';
import { unwatched } from '../measuring/progress.ts';
import { trend } from '../policy/index.ts';
import { answering } from '../refused.ts';
import { fence } from '../untrusted/fence.ts';
import { showText } from '../untrusted/show-text.ts';
import type { Toolbox } from '../toolbox.ts';

/** Documents for clients that read rather than call. They report the same failures as the tools. */
export const createResources = (toolbox: Toolbox): readonly Resource[] =>
  Object.entries(documents).map(([name, { title, answer }]) => ({
    uri: `coverctl://${name}`,
    name,
    title,
    mimeType: 'application/json',
    read: async () => {
      const call = { correlation_id: crypto.randomUUID() };
      const value = await answering(call, () => answer(toolbox));
      return JSON.stringify(isFailure(value) ? coverctl.render(value) : clean(value), null, 2);
    },
  }));

/** A resource has no channel for warnings; the provenance has their content. */
const warn = (): void => undefined;

const existing = async (toolbox: Toolbox): Promise<Sources> => {
  const policy = await loadPolicy(toolbox.root, undefined);
  return { policy, ...(await loadProfiles(toolbox, policy, { watch: unwatched })) };
};

const documents: Readonly<Record<string, { readonly title: string; answer(toolbox: Toolbox): Promise<object> }>> = {
  debt: {
    title: 'Domains and files below their minimum',
    answer: async (toolbox) => findDebt(toolbox, await existing(toolbox), { arguments: {}, warn }),
  },
  trend: {
    title: 'Coverage trend',
    answer: async (toolbox) => {
      const { history = { entries: [] } } = await loadHistory(toolbox, undefined, true);
      return { untrusted: fence('/entries/*/branch', '/entries/*/domains', '/byDomain/*/domain'), ...trend(history) };
    },
  },
  suggest: {
    title: 'Minimums that could be raised',
    answer: async (toolbox) => (await suggestionsFor(toolbox, await existing(toolbox), { warn })).answer,
  },
  config: {
    title: 'The policy in effect',
    answer: async (toolbox) => {
      const policy = await loadPolicy(toolbox.root, undefined);
      const { config, state } = await findOrigin(toolbox, policy);
      return { untrusted: fence('/policy'), mode: toolbox.mode, config, commit: state?.commit ?? null, policy };
    },
  },
};

/** Makes names and other strings of the repository safe to show. */
const clean = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, inner: unknown) => (typeof inner === 'string' ? showText(inner) : inner));
