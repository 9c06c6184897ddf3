import { findStore } from '@recourse/stores/configured';
import type { LocatedStores, StoreFound } from '@recourse/stores/configured';
import { toOperatorError } from '../../errors/to-operator-error.ts';
import { locate, shownPlace } from '../../state/open-state.ts';
import { checkStore } from '../../store-check/check-store.ts';
import type { Check, CheckContext, Finding } from '../check.ts';
import { checkFirstStart } from './first-start.ts';

/** Checks that a server finds its state. `recourse store check` reports more about an existing store. */
export const storeCheck: Check = {
  name: 'store',
  run: async (context) => {
    const located = await locate(context.io, context.choice).catch((error: unknown) => notLocated(error));
    if ('verdict' in located) return [located];
    const { settings } = located;
    if (settings.kind === 'memory') {
      return [
        {
          verdict: 'fine',
          says: 'in memory only: it is lost when the server stops, and no command can read it',
        },
      ];
    }
    const place = placeOf(located, context);
    const found = await findStore(settings).catch((error: unknown) => away(error));
    if ('verdict' in found) return [found];
    if (found.state === 'missing') return checkFirstStart(settings, place, context);
    return isOlder(found) ? [older(found, place)] : checkPresent(place, context);
  },
};

const notLocated = (error: unknown): Finding => {
  if (!(error instanceof Error)) throw error;
  if (error.name === 'ConfigurationError')
    return { verdict: 'advice', says: 'not checked: the configuration is invalid' };
  return away(error);
};

const away = (error: unknown): Finding => {
  const known = toOperatorError(error);
  if (!known) throw error;
  return { verdict: 'broken', says: known.message.replace(/\.$/u, ''), todo: known.hint };
};

const placeOf = ({ location }: LocatedStores, { io }: CheckContext): string =>
  `${location.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'}, ${shownPlace(location, io)}`;

type Present = Extract<StoreFound, { state: 'present' }>;

const isOlder = (found: StoreFound): found is Present => found.state === 'present' && found.version < found.current;

const older = ({ version, current }: Present, place: string): Finding => ({
  verdict: 'advice',
  says: `${place}: version ${version}; a server upgrades it to ${current} at startup`,
  todo: "Stop servers of older versions, then run 'recourse store migrate'.",
});

const checkPresent = async (place: string, { choice, io }: CheckContext): Promise<readonly Finding[]> => {
  const { problems, version, key, kind } = await checkStore(choice, io);
  if (problems.length > 0) {
    return problems.map(({ problem, remedy }) => ({ verdict: 'broken', says: `${place}: ${problem}`, todo: remedy }));
  }
  const says = `${place}: version ${version ?? '?'}, writable`;
  return key === 'none' && kind === 'postgres'
    ? [{ verdict: 'fine', says }, withoutKey]
    : [{ verdict: 'fine', says: `${says}, its sealing key is available` }];
};

/** Without a shared key, a store of many machines cannot hold calls or keep outcomes. */
const withoutKey: Finding = {
  verdict: 'advice',
  says: 'RECOURSE_KEY is not set: calls cannot be held for confirmation, and outcomes are not kept for retries',
  todo: "Set RECOURSE_KEY to the same key on every machine; 'openssl rand -base64 32' creates one.",
};
