/** Milliseconds that the replica may be behind and still answer. */
const MOST_BEHIND_MS = 5000;

/** Positions of the primary that are remembered while the replica hasn't reached them. */
const MOST_POSITIONS = 64;

/** A position in the primary's log, and a moment before which everything that was committed lies before it. */
interface Position {
  /** Bytes of log before it. */
  lsn: number;
  moment: number;
}

/** Knows whose rows the replica shows as they are. Moments are those of this process's own clock, in ms. */
export class Freshness {
  /** Everything that was committed before this moment is shown. */
  #shownUntil = Number.NEGATIVE_INFINITY;
  #waiting: Position[] = [];
  /** When a client's rows were last changed, as far as they aren't shown yet. */
  readonly #changed = new Map<number, number>();
  #allChanged = 0;

  /** A client's rows changed before now; null is every client's. */
  changed(clientId: number | null, now: number): void {
    if (clientId === null) this.#allChanged = now;
    else this.#changed.set(clientId, now);
  }

  /** The primary was at `lsn` after `moment`. */
  primaryAt(lsn: number, moment: number): void {
    this.#waiting.push({ lsn, moment });
    if (this.#waiting.length > MOST_POSITIONS) this.#waiting.splice(MOST_POSITIONS / 2, 1);
  }

  /** The replica shows everything up to `lsn`. */
  replicaAt(lsn: number): void {
    const reached = this.#waiting.filter((position) => position.lsn <= lsn);
    this.#waiting = this.#waiting.filter((position) => position.lsn > lsn);
    for (const { moment } of reached) this.#shownUntil = Math.max(this.#shownUntil, moment);
    for (const [clientId, moment] of this.#changed) if (moment < this.#shownUntil) this.#changed.delete(clientId);
  }

  /** The replica is gone; it has to show anew how far it is. */
  lost(): void {
    this.#shownUntil = Number.NEGATIVE_INFINITY;
    this.#waiting = [];
  }

  /** Whether the replica shows all that is known to have changed for a client, and isn't long behind. */
  isFresh(clientId: number, now: number): boolean {
    if (now - this.#shownUntil > MOST_BEHIND_MS) return false;
    return this.#allChanged < this.#shownUntil && !this.#changed.has(clientId);
  }
}
