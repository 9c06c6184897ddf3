const mostBytes = 16 * 1024 * 1024;

/** The fetch of an MCP client: no redirect is followed, because a key goes along, and no answer is endless. */
export const boundedFetch = async (url: string | URL, init?: RequestInit): Promise<Response> => {
  const response = await fetch(url, { ...init, redirect: 'error' });
  const { body, status, statusText, headers } = response;
  if (!body) return response;
  let length = 0;
  const counted = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        length += chunk.length;
        if (length > mostBytes) controller.error(new Error(`The response is larger than ${mostBytes} bytes`));
        else controller.enqueue(chunk);
      },
    }),
  );
  return new Response(counted, { status, statusText, headers });
};
