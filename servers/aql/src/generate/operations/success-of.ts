import { isJsonObject } from '@recourse/contract';
import type { Json, JsonObject } from '@recourse/contract';
import type { Follow } from '../document/references.ts';
import { isJsonType, plainType } from '../../adapter/media-types.ts';
import { LeftOut } from '../report/left-out.ts';
import type { Success } from './draft-operation.ts';

/** The answer of an operation that worked. Throws LeftOut if the runtime cannot read it. */
export const successOf = (operation: JsonObject, follow: Follow): Success => {
  const responses = isJsonObject(operation['responses']) ? operation['responses'] : {};
  const statuses = Object.keys(responses);
  const good = statuses.filter((status) => /^2(?:\d\d|XX)$/i.test(status)).toSorted();
  if (statuses.includes('101')) throw new LeftOut('websocket', 'it responds with status 101');
  const answers = (good.length > 0 ? good : statuses.filter((status) => status === 'default')).map((status) =>
    follow(responses[status]),
  );
  const withBody = answers.find((answer) => Object.keys(contentOf(answer)).length > 0);
  const answer = withBody ?? answers[0] ?? {};
  const headers = isJsonObject(answer['headers']) ? Object.keys(answer['headers']) : [];
  const { schema, accept } = withBody ? readable(contentOf(withBody), follow) : {};
  return {
    schema: schema === undefined ? undefined : follow(schema),
    reference: schema,
    accept,
    headers: new Set(headers.map((name) => name.toLowerCase())),
    description: answer['description'],
  };
};

const contentOf = (answer: JsonObject): JsonObject => (isJsonObject(answer['content']) ? answer['content'] : {});

interface Readable {
  readonly schema?: Json;
  readonly accept?: string;
}

/** Further kinds are not asked for. */
const mostKinds = 5;

/**
 * The schema of the answer, and what the request accepts if that is not `application/json`. The runtime passes text on as
 * it is, and anything binary in base64.
 */
const readable = (content: JsonObject, follow: Follow): Readable => {
  const kinds = [...new Set(Object.keys(content).map(plainType))];
  const entryOf = (kind: string): JsonObject =>
    follow(content[Object.keys(content).find((each) => plainType(each) === kind) ?? '']);
  const json = [...kinds.filter((kind) => kind === 'application/json'), ...kinds.filter(isJsonType)][0];
  const any = kinds.find((kind) => kind === '*/*');
  const chosen = json ?? any;
  if (chosen !== undefined) {
    const isUsual = json === 'application/json' || any !== undefined;
    return { schema: entryOf(chosen)['schema'] ?? {}, ...(!isUsual && { accept: chosen }) };
  }
  const [first = ''] = kinds;
  if (first === 'text/event-stream') throw new LeftOut('stream', `it responds with ${first}`);
  const others = kinds.filter((kind) => mediaType.test(kind));
  if (others.length === 0) throw new LeftOut('unknown_answer', `it responds with ${first}`);
  const isText = others.every((kind) => /^text\/|xml$|yaml$/.test(kind));
  return { schema: { type: isText ? 'string' : 'object' }, accept: others.slice(0, mostKinds).join(', ') };
};

const mediaType = /^[a-z]+\/(?:\*|[a-z0-9][\w.+-]*)$/;
