import { expectationOf } from './expectation.ts';
import { longest } from './frames.ts';
import { good } from './http-requests.ts';
import type { HttpFrame } from './http-requests.ts';
import type { HttpResponse } from './http-responses.ts';
import { sameIds } from './waiting.ts';
import { expectNoInsides, readMessage } from './well-formed.ts';
import type { Received } from './well-formed.ts';

/** Holds a response against its request. */
export const expectAnswer = (frame: HttpFrame, response: HttpResponse): void => {
  try {
    judge(frame, response);
  } catch (error) {
    const { method, target, headers, body } = frame;
    const asked = `${method} ${target} ${JSON.stringify(headers)}\n${body.toString().slice(0, 500)}`;
    const answered = `${response.status} ${response.body.toString().slice(0, 500)}`;
    throw new Error(`${(error as Error).message}\n${asked}\n${answered}`, { cause: error });
  }
};

/** Bytes that are not a request, or form one by chance, get an HTTP answer or none. */
export const expectAnswerToNoise = (text: string): void => {
  expectNoInsides(text);
  if (!/^(?:$|HTTP\/1\.1 [1-4])/u.test(text)) throw new Error(`Noise is answered with ${text.slice(0, 300)}`);
};

const judge = (frame: HttpFrame, response: HttpResponse): void => {
  expectNoInsides(response.body.toString());
  if (response.status >= 500) throw new Error('An error of ours');
  if (response.body.length === 0) return;
  const bodies = bodiesOf(response);
  if (frame.method !== 'POST' || !isLetIn(frame) || response.status === 431) return;
  const messages: readonly Received[] = bodies.flat().map(readMessage);
  const answers = messages.filter(({ method }) => method === undefined).map(({ id }) => id ?? null);
  const expected = expectationOf(frame.body);
  // Each invalid message of a batch has an error of its own, without an id.
  const isBatch = frame.body.toString().trimStart().startsWith('[');
  const isNotNull = (id: unknown): boolean => id !== null;
  const fits =
    expected.kind === 'nothing'
      ? answers.every((id) => id === null)
      : expected.kind === 'answer'
        ? (answers.length === 1 || isBatch) && answers.every((id) => expected.ids.includes(id))
        : sameIds(answers, [null]) || sameIds(answers.filter(isNotNull), expected.ids);
  if (!fits) throw new Error(`Answered are ${JSON.stringify(answers)}, expected is ${JSON.stringify(expected)}`);
};

const bodiesOf = ({ headers, body, whole }: HttpResponse): readonly unknown[] => {
  const text = body.toString();
  const type = headers.get('content-type') ?? '';
  if (type !== 'text/event-stream') return whole ? [JSON.parse(text)] : [];
  const data = text.split('\n').filter((line) => line.startsWith('data: ') && line.length > 6);
  return data.map((line) => JSON.parse(line.slice(6)) as unknown);
};

/** Whether a request gets as far as its message. */
const isLetIn = ({ target, headers, body }: HttpFrame): boolean => {
  const is = (name: string, values: readonly string[]): boolean =>
    headers.filter(([own]) => own === name).every(([, value]) => values.includes(value));
  const open = !headers.some(([name]) => name === 'authorization' || name === 'x-forwarded-for');
  const named =
    is('host', good.hosts.concat('localhost')) && is('origin', good.origins) && is('content-type', good.types);
  return good.targets.includes(target) && named && open && body.length <= longest;
};
