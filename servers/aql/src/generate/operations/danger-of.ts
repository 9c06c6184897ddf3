import type { JsonObject } from '@recourse/contract';
import type { Danger } from '@recourse/engine';
import { dangerLevels } from '@recourse/engine';
import type { Category } from '../../adapter/adapter.ts';
import { higherDanger } from '../../adapter/danger/infer-danger.ts';
import type { DraftOperation } from './draft-operation.ts';

const rank = (level: Danger): number => dangerLevels.indexOf(level);

/** Words that say more than method and name do, and what they raise an operation to. */
const words: readonly { readonly says: RegExp; readonly level: Danger; readonly reason: string }[] = [
  {
    says: /\b(?:cannot|can't|can not) be (?:undone|reversed|recovered|restored)\b|\birreversibl[ey]\b/i,
    level: 'destructive',
    reason: 'The API documentation says that this cannot be undone',
  },
  { says: /\bpermanently\b/i, level: 'destructive', reason: 'The API documentation says that this is permanent' },
  {
    says: /\b(?:delete|remove|erase|revoke)s? (?:all|every|the entire|multiple|bulk)\b/i,
    level: 'dangerous',
    reason: 'The API documentation says that this affects many items at once',
  },
  {
    says: /\b(?:transfer|send|move|withdraw|refund|charge)s? (?:money|funds|payment)/i,
    level: 'dangerous',
    reason: 'The API documentation says that this moves money',
  },
];

interface DangerFacts {
  readonly category: Category;
  readonly inferred: Danger;
  /** Whether it replaces something as a whole, without having read it. */
  readonly replaces: boolean;
  readonly noun: string;
  readonly id: string | undefined;
}

/** How dangerous the document says that an operation is, above what method and name suggest, and what to ask first. */
export const dangerOf = (
  operation: JsonObject,
  { category, inferred, replaces, noun, id }: DangerFacts,
): DraftOperation['danger'] => {
  const text = `${String(operation['summary'] ?? '')} ${String(operation['description'] ?? '')}`.slice(0, 5000);
  const said = category === 'read' ? [] : words.filter(({ says }) => says.test(text));
  const declared = declaredLevel(operation);
  const raised: readonly Danger[] = [
    ...said.map((word) => word.level),
    ...(declared ? [declared] : []),
    ...(replaces ? ['destructive' as const] : []),
  ];
  const level = raised.reduce(higherDanger, inferred);
  const reasons = [
    ...(declared ? ['The API declares this danger level'] : []),
    ...said.map(({ reason }) => reason),
    ...(category === 'delete' ? [`Removes the ${noun}`] : []),
    ...(replaces ? [`Replaces the ${noun}: omitted members may be lost`] : []),
  ];
  return {
    level,
    isRaised: level !== inferred,
    reasons: rank(level) >= rank('destructive') ? reasons : [],
    question: category === 'delete' && id !== undefined ? `Delete ${noun} '${id}'?` : undefined,
  };
};

/** `x-danger: dangerous`, `x-danger-level`, `x-destructive: true` and their likes. */
const declaredLevel = (operation: JsonObject): Danger | undefined => {
  const named = operation['x-danger-level'] ?? operation['x-danger'] ?? operation['x-mcp-aql-danger'];
  const level = dangerLevels.find((each) => each === named);
  if (level) return level;
  if (operation['x-dangerous'] === true) return 'dangerous';
  return operation['x-destructive'] === true || operation['x-irreversible'] === true ? 'destructive' : undefined;
};
