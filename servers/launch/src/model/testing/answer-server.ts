import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import path from 'node:path';
import { listen } from './listen.ts';

/** An answer as a file describes it. */
interface AnswerFile {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The content of the message; other parts of a completion are filled in. */
  readonly content?: unknown;
  readonly finish_reason?: string;
  /** The body, in place of a completion: JSON, or text as it is. */
  readonly body?: unknown;
  readonly text?: string;
  /** Breaks the connection, never answers, sends a byte at a time, sends half, or sends too much. */
  readonly behaviour?: 'reset' | 'hang' | 'drip' | 'cut' | 'huge';
}

export interface AskedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly url: string;
  readonly body: {
    readonly model: string;
    readonly messages: readonly { readonly role: string; readonly content: string }[];
    readonly [name: string]: unknown;
  };
  /** The claims in the prompt. */
  readonly claims: readonly { readonly id: string; readonly text: string }[];
}

/** An endpoint on this machine that answers from files, in the worst way if a file says so. */
export interface AnswerServer {
  readonly url: string;
  readonly requests: readonly AskedRequest[];
  /** Answers the next requests with these files, and all later ones with the last. */
  answer(...names: readonly string[]): void;
  /** Answers with this content instead of a file. */
  say(content: unknown): void;
  close(): Promise<void>;
}

const folder = path.join(import.meta.dirname, 'answers');

export const startAnswers = async (...names: readonly string[]): Promise<AnswerServer> => {
  const requests: AskedRequest[] = [];
  let queue: readonly AnswerFile[] = names.map(readAnswer);
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const asked = askedOf(request.headers, request.url ?? '', Buffer.concat(chunks).toString());
      requests.push(asked);
      const [next = {}] = queue;
      if (queue.length > 1) queue = queue.slice(1);
      respond(response, next, asked);
    });
  });
  const { url, close } = await listen(server);
  return {
    url: `${url}/v1`,
    requests,
    answer: (...given) => (queue = given.map(readAnswer)),
    say: (content) => (queue = [{ content }]),
    close,
  };
};

const readAnswer = (name: string): AnswerFile =>
  JSON.parse(readFileSync(path.join(folder, `${name}.json`), 'utf8')) as AnswerFile;

const askedOf = (headers: IncomingHttpHeaders, url: string, text: string): AskedRequest => {
  const body = JSON.parse(text) as AskedRequest['body'];
  const data = JSON.parse(body.messages.at(-1)?.content ?? '{}') as { readonly claims?: AskedRequest['claims'] };
  return { headers, url, body, claims: data.claims ?? [] };
};

/** Ids of claims, and all that an endpoint knows about its caller, can be part of an answer. */
const fill = (text: string, { claims, headers, body }: AskedRequest): string =>
  text
    .replaceAll(/\$claim:(\d+)/g, (_, index: string) => claims[Number(index)]?.id ?? 'claim_none')
    .replaceAll(/\$text:(\d+)/g, (_, index: string) => JSON.stringify(claims[Number(index)]?.text ?? '').slice(1, -1))
    .replaceAll('$encoded', Buffer.from((headers.authorization ?? '').replace('Bearer ', '')).toString('base64'))
    .replaceAll('$authorization', headers.authorization ?? 'none')
    .replaceAll('$system', JSON.stringify(body.messages[0]?.content ?? '').slice(1, -1));

const completionOf = ({ content, finish_reason = 'stop' }: AnswerFile, asked: AskedRequest): string => {
  const text = typeof content === 'string' ? content : JSON.stringify(content ?? { sentences: [] });
  return JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    model: asked.body.model,
    choices: [{ index: 0, message: { role: 'assistant', content: fill(text, asked) }, finish_reason }],
    usage: { prompt_tokens: 120, completion_tokens: 30, total_tokens: 150 },
  });
};

const respond = (response: ServerResponse, file: AnswerFile, asked: AskedRequest): void => {
  const { status = 200, headers, behaviour, text, body } = file;
  if (behaviour === 'hang') return;
  if (behaviour === 'reset') {
    response.socket?.resetAndDestroy();
    return;
  }
  const whole = text ?? (body === undefined ? completionOf(file, asked) : JSON.stringify(body));
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  if (behaviour === 'cut') {
    response.write(whole.slice(0, whole.length / 2), () => response.socket?.destroy());
  } else if (behaviour === 'drip') {
    const timer = setInterval(() => response.write(' '), 10);
    response.on('close', () => clearInterval(timer));
  } else {
    response.end(behaviour === 'huge' ? ' '.repeat(2 * 1024 * 1024) + whole : whole);
  }
};
