import { fail, isJsonObject } from '@recourse/contract';
import type { Failure, JsonObject } from '@recourse/contract';
import { cleanText } from '../reading/limits.ts';
import { withoutSecrets } from '../reading/withheld.ts';
import { confirmToolName } from '../meta-keys.ts';
import { longestQuestionMs } from './question-time.ts';
import { end } from './strategy.ts';
import type { Move, Question, Situation, Strategy } from './strategy.ts';

const longestToken = 4_096;

/** Asks the user, and confirms only with a yes. If there is no one to ask, the question is handed to the caller. */
export const confirm: Strategy = async (situation) => {
  const { reading, request } = situation;
  const token = reading.failure.details?.['confirmation_token'];
  if (typeof token !== 'string' || token === '' || token.length > longestToken) {
    return withoutToken(reading.failure) ?? end('handed_over', 'the failure has no usable token for the confirmation');
  }
  const carrier = carrierOf(situation, token);
  if (!carrier) return end('handed_over', 'the server does not say how to confirm the call');
  const yes = await situation.ask(questionOf(situation));
  if (yes === undefined) return end('handed_over', 'there is no one to ask for confirmation');
  if (yes === 'later')
    return end('needs_person', 'the call is waiting for a person to confirm it', {
      kind: 'failure',
      failure: withoutSecrets(reading.failure),
    });
  if (yes) return { kind: 'repeat', afterMs: 0, why: 'the person said yes', ...carrier };
  // The server's own answer contains the token: passed on, it would let any reader confirm.
  const denied = fail('CONFIRMATION_DENIED', { operation: request.name, reason: 'the user did not say yes' });
  return end('denied', 'the person did not say yes', { kind: 'failure', failure: denied });
};

/** The token was expired, used up, wrong or another call's: the call without it brings a new question. */
export const withoutToken = ({ category, effect }: Failure): Move | undefined =>
  category === 'token' && effect === 'none'
    ? { kind: 'repeat', afterMs: 0, why: 'the confirmation token was not valid' }
    : undefined;

type Carrier = Pick<Move & { kind: 'repeat' }, 'token' | 'instead'>;

/** How the token goes back: in `_meta` to servers of the contract, by their tool, or as MCP-AQL names it. */
const carrierOf = ({ announced, reading, request }: Situation, token: string): Carrier | undefined => {
  if (announced) return { token };
  const { failure, dialect } = reading;
  const offers = failure.next_actions?.some(
    ({ tool, arguments: args }) =>
      tool === confirmToolName && Object.keys(args).length === 1 && args['confirmation_token'] === token,
  );
  if (offers) return { instead: { name: confirmToolName, arguments: { confirmation_token: token } } };
  const { params } = request.arguments;
  if (dialect !== 'mcp-aql' || typeof request.arguments['operation'] !== 'string') return undefined;
  const name = failure.code === 'RATE_LIMIT_QUOTA_PAUSE' ? '_quota_continue' : 'confirmation_token';
  const confirmed = { ...(isJsonObject(params) && params), [name]: token };
  return { instead: { ...request, arguments: { ...request.arguments, params: confirmed } } };
};

const questionOf = ({ reading, request, now }: Situation): Question => {
  // The question is stored and logged; the token must not be.
  const failure = withoutSecrets(reading.failure);
  const details = failure.details ?? {};
  const { danger_level: danger } = details;
  return {
    tool: request.name,
    arguments: request.arguments,
    message: cleanText(wordsOf(failure, details), 500),
    reasons: reasonsOf(details),
    ...(typeof danger === 'string' && { danger: cleanText(danger, 64) }),
    expiresAt: expiryOf(details, now),
  };
};

const wordsOf = (failure: Failure, details: JsonObject): string => {
  const { confirmation_message: message } = details;
  return typeof message === 'string' && message !== '' ? message : failure.message;
};

const reasonsOf = ({ reasons }: JsonObject): readonly string[] =>
  Array.isArray(reasons)
    ? reasons
        .filter((reason): reason is string => typeof reason === 'string')
        .slice(0, 10)
        .map((reason) => cleanText(reason, 300))
    : [];

const expiryOf = ({ expires_at: expiresAt }: JsonObject, now: number): number => {
  const named = typeof expiresAt === 'string' ? Date.parse(expiresAt) : Number.NaN;
  const latest = now + longestQuestionMs;
  // Clocks of two machines differ: a token that seems to be over may not be, and the server will say.
  return Number.isFinite(named) && named > now ? Math.min(named, latest) : latest;
};
