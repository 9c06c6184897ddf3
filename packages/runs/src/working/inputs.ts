import { hash } from 'node:crypto';
import { canonicalJson } from '@recourse/engine/digest';
import { onlyScope } from '../model/work-item.ts';
import { artifactKey } from '../record/apply-event.ts';
import type { Session } from './session.ts';

interface Needing {
  readonly name: string;
  readonly needs?: readonly string[];
  readonly version?: string;
}

/** Digest of everything that the result of a work item depends on. */
export const inputsHashOf = (session: Session, worker: Needing, scope: string): string => {
  const { snapshot } = session;
  const keys = (worker.needs ?? []).flatMap((need) => keysOf(session, need, scope));
  const needs = Object.fromEntries(keys.map((key) => [key, snapshot.artifacts[key]?.sha256 ?? '']));
  const { config_hash } = snapshot;
  return hash(
    'sha256',
    canonicalJson({ worker: worker.name, version: worker.version ?? '', scope, config_hash, needs }),
  );
};

/** The artifacts that a need stands for: that of the scope, the one without a scope, or those of all scopes. */
const keysOf = ({ snapshot, scopes }: Session, need: string, scope: string): readonly string[] => {
  const name = need.replace(/\/\*$/u, '');
  const all = (): readonly string[] =>
    (scopes.get(name) ?? [])
      .map((one) => artifactKey(name, one))
      .filter((key) => Object.hasOwn(snapshot.artifacts, key));
  if (name !== need) return all();
  const own = artifactKey(name, scope);
  if (Object.hasOwn(snapshot.artifacts, own)) return [own];
  const plain = artifactKey(name, onlyScope);
  return Object.hasOwn(snapshot.artifacts, plain) ? [plain] : all();
};
