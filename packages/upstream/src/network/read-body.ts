import { UpstreamError } from './upstream-error.ts';

/** Reads a body to its end, and not a byte beyond the limit. */
export const readBody = async (response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> => {
  const { status, body } = response;
  const announced = Number(response.headers.get('content-length') ?? 0);
  const refuse = async (actual: number): Promise<never> => {
    await body?.cancel().catch(() => undefined);
    throw new UpstreamError('too_large', { status, size: { limit: maxBytes, actual } });
  };
  if (announced > maxBytes) return refuse(announced);
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    size += read.value.byteLength;
    if (size > maxBytes) {
      reader?.releaseLock();
      return refuse(size);
    }
    chunks.push(read.value);
  }
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
};
