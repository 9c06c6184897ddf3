import { UpstreamError } from './upstream-error.ts';

/** Reads a body to its end, and not a byte beyond the limit. */
export const readBody = async (response: Response, maxBytes: number): Promise<ArrayBuffer> => {
  const { headers, body } = response;
  const announced = headers.get('content-length');
  if (announced !== null && Number(announced) > maxBytes) return refuse(response, Number(announced), maxBytes);
  // No more can come than is announced, unless it grows while it is unpacked.
  if (announced !== null && !headers.has('content-encoding')) return response.arrayBuffer();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    size += read.value.byteLength;
    if (size > maxBytes) {
      reader?.releaseLock();
      return refuse(response, size, maxBytes);
    }
    chunks.push(read.value);
  }
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole.buffer;
};

const refuse = async ({ status, body }: Response, actual: number, limit: number): Promise<never> => {
  await body?.cancel().catch(() => undefined);
  throw new UpstreamError('too_large', { status, size: { limit, actual } });
};
