import { z } from 'zod';
import type { Stub } from '../stubbing/stub.ts';

/** A stub as answers show it. */
export const stubOutput = z.object({
  stub_id: z.string(),
  urls: z.array(z.string()),
  answered: z.int(),
  left: z.int().optional().describe('Requests left to answer; absent if unlimited.'),
});

export const showStub = ({ id, urls, answered, left }: Stub): z.output<typeof stubOutput> => ({
  stub_id: id,
  urls: [...urls],
  answered,
  ...(Number.isFinite(left) && { left }),
});
