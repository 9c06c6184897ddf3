import type { CallExpression, Node } from 'oxc-parser';
import { parseCodeName } from '../../code-name.ts';
import { importOf } from '../../syntax/imports.ts';
import { resolveTexts } from '../../syntax/resolve-texts.ts';
import type { Scope } from '../../syntax/scope.ts';
import { unwrap } from '../../syntax/unwrap.ts';
import { contractPackage } from '../built-in-codes.ts';
import { answeringName } from '../called-codes.ts';
import type { Source } from '../source.ts';
import type { WrittenCode } from './error-list.ts';
import type { OwnNames } from './own-names.ts';
import { shownAt } from './shown-at.ts';

/** The maker of an outcome: the handler's own `fail`, any other `fail`, or `batch` or `succeed` of the contract. */
export type Maker = 'own' | 'fail' | 'batch' | 'succeed';

/** How a call makes an outcome, null for a call that may do anything else. */
export const makerOf = (call: CallExpression, scope: Scope, own: OwnNames, source: Source): Maker | null => {
  if (own.roleOf(unwrap(call.callee), scope) === 'fail') return 'own';
  const imported = importOf(call.callee, scope, source);
  if (imported?.module === contractPackage && (imported.name === 'batch' || imported.name === 'succeed'))
    return imported.name;
  return answeringName(call, source.aliases) === 'fail' ? 'fail' : null;
};

/** A call that makes a failure. */
export interface Made {
  readonly call: CallExpression;
  readonly scope: Scope;
  readonly maker: Exclude<Maker, 'succeed'>;
}

/** The codes of one such call; `open` is its argument when that can be others as well. */
export const codesOf = ({
  call,
  scope,
  maker,
}: Made): { readonly codes: readonly WrittenCode[]; readonly open: Node | null } => {
  if (maker === 'batch') return { codes: [{ code: 'BATCH_PARTIAL_FAILURE', node: call.callee }], open: null };
  const [first] = call.arguments;
  if (!first) return { codes: [], open: null };
  const { texts, complete } = resolveTexts(first, scope);
  const codes = texts
    .filter(({ value }) => parseCodeName(value) !== null)
    .map(({ value, node }) => ({ code: value, node: shownAt(first, node) }));
  return { codes, open: complete ? null : first };
};
