import { type ChangeEvent, changeStream, parseChangeEvent } from '#shared/change-events.ts';
import { buildPath } from '#shared/http/endpoint.ts';

/** A stream of events as a portal reads it. */
export interface LiveStream {
  status: number;
  headers: Headers;
  /** Everything received, to the letter. */
  text(): string;
  /** Every hint received, in its order. */
  events(): ChangeEvent[];
  /** The id that a portal comes back with. */
  lastId(): string;
  /** Settles with the first events received, once there are so many. */
  untilEvents(count: number): Promise<ChangeEvent[]>;
  /** Settles when the server has ended it; rejects when the connection broke. */
  ended: Promise<void>;
  hangUp(): void;
}

/** Opens a stream as a session's portal and waits for its first bytes. */
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
