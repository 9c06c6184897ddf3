import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Entry {
  readonly key: string;
  readonly run_id: string;
}

/** The outside world of the test pipeline: it counts publications and has no idea of idempotency. */
export const startLedger = async () => {
  const entries: Entry[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.setHeader('content-type', 'application/json');
      if (request.method === 'POST') {
        entries.push(JSON.parse(Buffer.concat(chunks).toString()) as Entry);
        response.end(JSON.stringify({ number: entries.length }));
        return;
      }
      const key = new URL(request.url ?? '', 'http://ledger').searchParams.get('key');
      const index = entries.findIndex((entry) => entry.key === key);
      response.end(JSON.stringify({ number: index < 0 ? null : index + 1 }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    publicationsOf: (runId: string): number => entries.filter(({ run_id }) => run_id === runId).length,
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

export type Ledger = Awaited<ReturnType<typeof startLedger>>;
