import { type ChangeEvent, changeStream, parseChangeEvent } from '#shared/kit/change-events.ts';
import { buildPath } from '#shared/kit/http/endpoint.ts';

/** A stream of change events, as a portal reads it. */
export interface LiveStream {
  status: number;
  headers: Headers;
  /** Returns all received text. */
  text(): string;
  /** Returns all received change events, in order. */
  events(): ChangeEvent[];
  /** Returns the id for a reconnect. */
  lastId(): string;
  /** Resolves with the first `count` events. */
  untilEvents(count: number): Promise<ChangeEvent[]>;
  /** Resolves when the server ends the stream; rejects when the connection breaks. */
  ended: Promise<void>;
  hangUp(): void;
}

/** Opens a stream of a session and waits for its first bytes. */
export async function openStream(url: string, token: string, lastEventId?: string): Promise<LiveStream> {
  const leaving = new AbortController();
  const query = lastEventId === undefined ? '' : `?last_event_id=${encodeURIComponent(lastEventId)}`;
  const response = await fetch(`${url}/api${buildPath(changeStream)}${query}`, {
    headers: { authorization: `Bearer ${token}`, accept: changeStream.produces },
    signal: leaving.signal,
  });
  let received = '';
  const arrived = new EventTarget();
  const begun = Promise.withResolvers<void>();
  const ended = (async () => {
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      received += chunk;
      begun.resolve();
      arrived.dispatchEvent(new Event('chunk'));
    }
    begun.resolve();
  })();
  ended.catch(() => begun.resolve());
  await begun.promise;

  const lines = (name: string) =>
    received
      .split('\n')
      .filter((line) => line.startsWith(`${name}: `))
      .map((line) => line.slice(name.length + 2));
  const events = () => lines('data').flatMap((data) => parseChangeEvent(data) ?? []);
  return {
    status: response.status,
    headers: response.headers,
    text: () => received,
    events,
    lastId: () => lines('id').at(-1) ?? '',
    async untilEvents(count) {
      while (events().length < count) {
        await new Promise((resolve) => arrived.addEventListener('chunk', resolve, { once: true }));
      }
      return events().slice(0, count);
    },
    ended,
    hangUp: () => leaving.abort(),
  };
}
