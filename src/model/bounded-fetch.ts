/** Commands are short; an answer of this size is a fault, not an answer. */
const largestResponse = 1_000_000;

/** `fetch` that gives up on a body that never ends, instead of filling the memory with it. */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (response.body === null) return response;
  let received = 0;
  const limited = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        received += chunk.byteLength;
        if (received > largestResponse) controller.error(new Error("The model's response is too large."));
        else controller.enqueue(chunk);
      },
    }),
  );
  return new Response(limited, {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
  });
};
