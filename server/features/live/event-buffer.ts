import { randomBytes } from 'node:crypto';
import type { ChangeEvent } from '#shared/change-events.ts';

/** Most changes that are remembered of a client. */
const MAX_EVENTS = 50;

/** Milliseconds that a change is remembered. */
const RETENTION_MS = 60_000;

/** Milliseconds that a portal may take from its first look to its stream: what happened meanwhile is told to it. */
const CONNECT_WINDOW_MS = 10_000;

/** A change as it was told, with the id that a reader comes back with. */
export interface BufferedEvent {
  id: string;
  change: ChangeEvent;
}

/** The last changes of one client, for those who missed some. */
export class EventBuffer {
  readonly #key = randomBytes(6).toString('base64url');
  #changes: (ChangeEvent & { at: number })[] = [];
  /** Number of the last change. */
  #last = 0;

  /** Remembers a change. @param now of the process's own clock, in ms */
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
   * What a reader has missed.
   *
   * @param lastId of the last change that it received, if it was here before
   * @returns null when that is no longer known
   */
  missed(lastId: string | undefined, now: number): BufferedEvent[] | null {
    const [key, number] = lastId?.split('.') ?? [];
    const forgotten = this.#last - this.#changes.length;
    const from = lastId === undefined ? this.#before(now - CONNECT_WINDOW_MS) : key === this.#key ? Number(number) : -1;
    if (!(from >= forgotten && from <= this.#last)) return null;
    return this.#changes.slice(from - forgotten).map(({ kind, id }, index) => ({
      id: `${this.#key}.${from + index + 1}`,
      change: { kind, id },
    }));
  }

  /** Number of the last change before a moment; below all when that was among those that had to make room. */
  #before(moment: number): number {
    const index = this.#changes.findIndex(({ at }) => at >= moment);
    if (index === 0 && this.#changes.length === MAX_EVENTS) return -1;
    return index < 0 ? this.#last : this.#last - this.#changes.length + index;
  }
}
