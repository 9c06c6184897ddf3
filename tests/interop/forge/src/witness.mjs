import { createMatcher, routes } from '@recourse/forge';
import { checkAgainstPublished } from './published-schemas.mjs';

const match = createMatcher(routes);

/** A client that checks every answer against GitHub's description and remembers which ones it saw. */
export class Witness {
  constructor(url) {
    this.url = url;
    /** "operation status" → whether GitHub publishes that status for the operation */
    this.seen = new Map();
    this.problems = [];
  }

  async call(method, path, { token, body, headers = {}, broken = false } = {}) {
    const response = await fetch(this.url + path, {
      method,
      redirect: 'manual',
      headers: {
        'user-agent': 'witness',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const type = response.headers.get('content-type') ?? '';
    const data = type.includes('application/json') && text !== '' ? JSON.parse(text) : text;
    this.record(method, path, response, data, headers.accept ?? '', broken);
    return { status: response.status, headers: response.headers, data };
  }

  record(method, path, response, data, accept, broken) {
    const operation = match(method, new URL(this.url + path).pathname)?.route.operation;
    if (operation === undefined || operation === 'graphql') return;
    const { status } = response;
    const sent = (response.headers.get('content-type') ?? '').split(';')[0];
    const media = accept.includes('github.object') && status === 200 ? 'application/vnd.github.object' : sent;
    const { declared, errors } = checkAgainstPublished(operation, status, media, data);
    this.seen.set(`${operation} ${status}`, declared);
    if (response.headers.get('x-github-request-id') === null) errors.push('no request id');
    if (status >= 400) {
      if (data.status !== String(status)) errors.push(`status in the body is ${JSON.stringify(data.status)}`);
      if (!String(data.documentation_url).startsWith('https://docs.github.com/rest'))
        errors.push(`documentation_url is ${data.documentation_url}`);
    }
    if (status >= 500 && !broken) errors.push('an error of the forge itself');
    for (const error of errors) this.problems.push(`${method} ${path} → ${status} (${operation}): ${error}`);
  }
}
