import { randomBytes } from 'node:crypto';
import type { LiveHint } from '#shared/live.ts';

/** Most hints that are remembered of a client. */
const MOST = 50;

/** Milliseconds that a hint is remembered. */
const KEPT_MS = 60_000;

/** Milliseconds that a portal may take from its first look to its stream: what happened meanwhile is told to it. */
const BEFORE_MS = 10_000;

/** A hint as it was told, with the id that a reader comes back with. */
export interface ToldHint {
  id: string;
  hint: LiveHint;
}

/** The last hints of one client, for those who missed some. */
export class HintMemory {
  readonly #key = randomBytes(6).toString('base64url');
  #hints: (LiveHint & { at: number })[] = [];
  /** Number of the last hint. */
  #last = 0;

  /** Remembers a hint. @param now of the process's own clock, in ms */
  add({ kind, id }: LiveHint, now: number): ToldHint {
    this.#hints = [...this.#hints.slice(-MOST + 1), { kind, id, at: now }].filter(({ at }) => now - at < KEPT_MS);
    this.#last++;
    return { id: this.lastId, hint: { kind, id } };
  }

  get lastId(): string {
    return `${this.#key}.${this.#last}`;
  }

  /**
   * What a reader has missed.
   *
   * @param lastId of the last hint that it received, if it was here before
   * @returns null when that is no longer known
   */
  missed(lastId: string | undefined, now: number): ToldHint[] | null {
    const [key, number] = lastId?.split('.') ?? [];
    const forgotten = this.#last - this.#hints.length;
    const from = lastId === undefined ? this.#before(now - BEFORE_MS) : key === this.#key ? Number(number) : -1;
    if (!(from >= forgotten && from <= this.#last)) return null;
    return this.#hints.slice(from - forgotten).map(({ kind, id }, index) => ({
      id: `${this.#key}.${from + index + 1}`,
      hint: { kind, id },
    }));
  }

  /** Number of the last hint before a moment; below all when that was among those that had to make room. */
  #before(moment: number): number {
    const index = this.#hints.findIndex(({ at }) => at >= moment);
    if (index === 0 && this.#hints.length === MOST) return -1;
    return index < 0 ? this.#last : this.#last - this.#hints.length + index;
  }
}
