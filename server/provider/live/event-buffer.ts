import { randomBytes } from 'node:crypto';
import type { ChangeEvent } from '#shared/change-events.ts';
import { MINUTE_MS } from '#shared/time-units.ts';

/** Maximum number of buffered events per client. */
const MAX_EVENTS = 50;

/** Time in ms that an event is buffered. */
const RETENTION_MS = MINUTE_MS;

/** Maximum age in ms of events that a new stream receives. Covers the time between a portal's first read and its stream. */
const CONNECT_WINDOW_MS = 10_000;

/** A change event with its id. A reconnecting reader sends the id of its last event (`last_event_id`). */
export interface BufferedEvent {
  id: string;
  change: ChangeEvent;
}

/** Buffers the last events of one client for readers that reconnect. */
export class EventBuffer {
  readonly #key = randomBytes(6).toString('base64url');
  #changes: (ChangeEvent & { at: number })[] = [];
  /** Number of the last event. */
  #last = 0;

  /** Adds an event. @param now current time in ms */
  add({ kind, id }: ChangeEvent, now: number): BufferedEvent {
    this.#changes = [...this.#changes.slice(-MAX_EVENTS + 1), { kind, id, at: now }].filter(
      ({ at }) => now - at < RETENTION_MS,
    );
    this.#last++;
    return { id: this.lastId, change: { kind, id } };
  }

  get lastId(): string {
    return `${this.#key}.${this.#last}`;
  }

  /**
   * Returns the events that a reader has missed.
   *
   * @param lastId id of the last event that the reader received; undefined for a new reader
   * @returns null if some of the missed events were already evicted
   */
  missed(lastId: string | undefined, now: number): BufferedEvent[] | null {
    const [key, number] = lastId?.split('.') ?? [];
    const evicted = this.#last - this.#changes.length;
    const from = lastId === undefined ? this.#before(now - CONNECT_WINDOW_MS) : key === this.#key ? Number(number) : -1;
    if (!(from >= evicted && from <= this.#last)) return null;
    return this.#changes.slice(from - evicted).map(({ kind, id }, index) => ({
      id: `${this.#key}.${from + index + 1}`,
      change: { kind, id },
    }));
  }

  /** Returns the number of the last event before `moment`; -1 if the event was already evicted. */
  #before(moment: number): number {
    const index = this.#changes.findIndex(({ at }) => at >= moment);
    if (index === 0 && this.#changes.length === MAX_EVENTS) return -1;
    return index < 0 ? this.#last : this.#last - this.#changes.length + index;
  }
}
