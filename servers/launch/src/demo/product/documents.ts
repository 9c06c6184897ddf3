/** The documents of the sample product. */
export const documents: Readonly<Record<string, string>> = {
  'README.md': `# Tally

[![build](https://img.shields.io/badge/build-passing-green)](https://example.org/tally)

Tally limits how often something may happen. It has no dependencies and runs in Node and in browsers.

## Features

- Fixed and sliding windows
- One limit for many keys
- Waits instead of failing, if you ask it to

## Install

\`\`\`sh
$ npm install @acme/tally
\`\`\`

## Usage

Create a limiter and ask it before each call:

\`\`\`ts
import { createLimiter } from '@acme/tally';

const limiter = createLimiter({ limit: 5, windowMs: 1000 });

if (limiter.take('ada').ok) {
  await sendMail();
}
\`\`\`

\`take\` never throws. It returns how many calls are left; see [Configuration](docs/configuration.md) for all options.

## How a window works

A fixed window counts the calls between two points in time and starts again at the next one. It needs one number for
each key. A sliding window remembers the time of each call, so that it never allows more than the limit in any period,
and needs as many numbers as the limit allows. Choose a fixed window unless bursts at the window boundary are a problem.

## Contributing

Open an issue first. Run \`npm test\` before you send a pull request.

## License

MIT
`,
  'CHANGELOG.md': `# Changelog

## 1.2.0 - 2024-04-02

- Add sliding windows.
- \`take\` returns \`retryAfterMs\` when a call is refused.

## 1.1.0 - 2024-01-15

- Add \`waitFor\`.
`,
  'docs/configuration.md': `# Configuration

Pass all options to \`createLimiter\`. They cannot be changed later.

| Option | Type | Default | Meaning |
| --- | --- | --- | --- |
| \`limit\` | number | | Calls that are allowed in one window. |
| \`windowMs\` | number | | Length of the window in milliseconds. |
| \`kind\` | \`'fixed'\` or \`'sliding'\` | \`'fixed'\` | How calls are counted. |
| \`now\` | function | \`Date.now\` | The clock. Tests can pass their own. |

## Keys

Each key has its own count. Use the name of a user, an address, or a constant if all calls share one limit.

## Memory

A key is forgotten when its window has passed. A limiter with a million active keys needs about 100 MB.
`,
  'docs/waiting.md': `# Waiting for a free slot

\`waitFor\` resolves when the call may happen:

\`\`\`ts
import { createLimiter, waitFor } from '@acme/tally';

const limiter = createLimiter({ limit: 1, windowMs: 200 });

for (const page of pages) {
  await waitFor(limiter, 'crawler');
  await download(page);
}
\`\`\`

## Giving up

Pass a signal to stop waiting. The promise is rejected with the reason of the signal:

\`\`\`ts
await waitFor(limiter, 'crawler', { signal: AbortSignal.timeout(5000) });
\`\`\`
`,
};
