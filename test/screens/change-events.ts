import { type ChangeEvent, changeStream } from '#shared/kit/change-events.ts';
import type { Reply } from './fake-gateway.ts';

// jsdom has no Web Locks. This fake grants every lock at once.
Object.defineProperty(navigator, 'locks', {
  configurable: true,
  value: { request: async (_name: string, _options: unknown, hold: () => unknown) => hold() },
});

/** Creates the gateway's stream of change events. Import this file before the portal: it installs fakes. */
export function changeEvents(): { reply: Reply; publish: (event: ChangeEvent) => void; close: () => void } {
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    stream = controller;
  };
  const headers = { 'content-type': changeStream.produces };
  return {
    reply: { endpoint: changeStream, respond: () => new Response(new ReadableStream({ start }), { headers }) },
    publish(event) {
      if (!stream) throw new Error('the portal has not opened the stream');
      stream.enqueue(new TextEncoder().encode(`id: x.1\ndata: ${JSON.stringify(event)}\n\n`));
    },
    close: () => stream?.close(),
  };
}
