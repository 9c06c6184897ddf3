import type { Failure, NextAction } from '../../../failures/failure.ts';
import type { Json, JsonObject } from '../../../json.ts';

/** The tool that makes a held call. As a key of the second line, it has the token as its value. */
const confirmTool = 'recourse_confirm';

/** The token that a call to the confirming tool contains. It is long, so it is written only once. */
const tokenIn = (actions: readonly NextAction[] = []): string | undefined =>
  actions.map(tokenOf).find((token) => token !== undefined);

const tokenOf = ({ tool, arguments: given }: NextAction): string | undefined => {
  const { confirmation_token: token, ...others } = given;
  return tool === confirmTool && typeof token === 'string' && Object.keys(others).length === 0 ? token : undefined;
};

/** The next actions in few tokens: of a first one that only confirms, its tool and its token. */
export const tellActions = (actions: readonly NextAction[] = []): JsonObject => {
  const [first, ...others] = actions;
  const token = first && first.applied_when === undefined ? tokenOf(first) : undefined;
  const listed = token === undefined ? actions : others;
  return {
    ...(token !== undefined && { [confirmTool]: token }),
    ...(listed.length > 0 && { next_actions: listed as unknown as Json }),
  };
};

/** The next actions from what `tellActions` made of them. */
export const readActions = (
  { [confirmTool]: token }: JsonObject,
  listed: readonly NextAction[] | undefined,
): readonly NextAction[] | undefined =>
  typeof token === 'string'
    ? [
        { tool: confirmTool, arguments: { confirmation_token: token }, why: 'Makes the confirmed call.' },
        ...(listed ?? []),
      ]
    : listed;

/**
 * The facts of a confirmation that the first line lacks: the token, unless a call of the confirming tool has it; its
 * expiry, as seconds since 1970; the reasons and the danger that the person is told. The question is a part of the hint
 * in most cases; then only its place is written.
 */
export const tellConfirmation = (
  { details = {}, next_actions: actions, message }: Failure,
  hint: string,
): JsonObject => {
  const { confirmation_token: token, reasons, danger_level, expires_at } = details;
  return {
    ...questionIn(details, message, hint),
    ...(reasons !== undefined && !isEmpty(reasons) && { reasons }),
    ...(danger_level !== undefined && { danger_level }),
    ...(expires_at !== undefined && { expires_at: secondsOf(expires_at) }),
    ...(token !== tokenIn(actions) && { confirmation_token: token ?? null }),
  };
};

/** The details of a confirmation from what `tellConfirmation` made of them. */
export const readConfirmation = (
  told: JsonObject,
  hint: string,
  actions: readonly NextAction[] | undefined,
): JsonObject => {
  const { confirmation_message: question, reasons, danger_level, expires_at } = told;
  const token = Object.hasOwn(told, 'confirmation_token') ? told['confirmation_token'] : tokenIn(actions);
  const details = {
    confirmation_message: Array.isArray(question) ? partOf(hint, question) : question,
    reasons,
    danger_level,
    expires_at: typeof expires_at === 'number' ? timestampOf(expires_at) : expires_at,
    confirmation_token: token,
  };
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined && value !== null));
};

const questionIn = ({ confirmation_message: question }: JsonObject, message: string, hint: string): JsonObject => {
  // If the question is empty, the person is shown the message.
  if (question === undefined || question === '' || question === message) return {};
  const at = typeof question === 'string' ? hint.indexOf(question) : -1;
  return { confirmation_message: at === -1 ? question : [at, at + String(question).length] };
};

/** Part of the hint; undefined if it is empty or outside. */
const partOf = (hint: string, [from, to]: readonly Json[]): string | undefined =>
  typeof from === 'number' && typeof to === 'number' && from >= 0 && to <= hint.length
    ? hint.slice(from, to) || undefined
    : undefined;

const isEmpty = (list: Json): boolean => Array.isArray(list) && list.length === 0;

const secondsOf = (moment: Json): Json => {
  const ms = typeof moment === 'string' ? Date.parse(moment) : Number.NaN;
  return Number.isFinite(ms) ? ms / 1_000 : moment;
};

const timestampOf = (seconds: number): string | undefined => {
  const moment = new Date(Math.round(seconds * 1_000));
  return Number.isFinite(moment.getTime()) ? moment.toISOString() : undefined;
};
