import { isJsonObject } from '@recourse/contract';
import type { Json, JsonObject } from '@recourse/contract';
import type { Follow } from '../document/references.ts';
import { isJsonType } from '../parameters/body-parameters.ts';
import { LeftOut } from '../report/left-out.ts';
import type { Success } from './draft-operation.ts';

/** The answer of an operation that worked. Throws where it is something that the runtime cannot read. */
export const successOf = (operation: JsonObject, follow: Follow): Success => {
  const responses = isJsonObject(operation['responses']) ? operation['responses'] : {};
  const statuses = Object.keys(responses);
  const good = statuses.filter((status) => /^2(?:\d\d|XX)$/i.test(status)).toSorted();
  if (statuses.includes('101')) throw new LeftOut('websocket', 'it answers with 101');
  const answers = (good.length > 0 ? good : statuses.filter((status) => status === 'default')).map((status) =>
    follow(responses[status]),
  );
  const withBody = answers.find((answer) => Object.keys(contentOf(answer)).length > 0);
  const answer = withBody ?? answers[0] ?? {};
  const headers = isJsonObject(answer['headers']) ? Object.keys(answer['headers']) : [];
  const body = withBody && jsonOf(contentOf(withBody), follow);
  return {
    schema: body === undefined ? undefined : follow(body),
    reference: body,
    headers: new Set(headers.map((name) => name.toLowerCase())),
    description: answer['description'],
  };
};

const contentOf = (answer: JsonObject): JsonObject => (isJsonObject(answer['content']) ? answer['content'] : {});

const jsonOf = (content: JsonObject, follow: Follow): Json | undefined => {
  const kinds = Object.keys(content);
  const json = kinds.find((kind) => isJsonType(kind)) ?? kinds.find((kind) => kind === '*/*');
  if (json !== undefined) return follow(content[json])['schema'] ?? {};
  const [kind = ''] = kinds;
  if (kind === 'text/event-stream') throw new LeftOut('stream', `it answers with ${kind}`);
  if (/xml/.test(kind)) throw new LeftOut('xml', `it answers with ${kind}`);
  if (kind.startsWith('text/')) return {};
  throw new LeftOut('binary', `it answers with ${kind}`);
};
