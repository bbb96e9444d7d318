import { Readable } from 'node:stream';

/** Buffered bytes above which a slow reader is disconnected. */
const MAX_BUFFERED_BYTES = 64 * 1024;

/** A response of server-sent events, written as they happen. */
export class EventStream {
  readonly body = new Readable({ read() {} });

  /** Whether the stream has ended or its reader has disconnected. */
  get over(): boolean {
    return this.body.destroyed || this.body.readableEnded || this.#ended;
  }

  #ended = false;

  /**
   * Writes an event.
   *
   * @param id sent back by the browser as `Last-Event-ID` when it reconnects
   * @param data one line. Without data only the id is sent
   */
  send(id: string, data?: string): void {
    this.#write(`id: ${id}\n${data === undefined ? '' : `data: ${data}\n`}\n`);
  }

  /** Writes an empty comment as a heartbeat, which keeps proxies from closing the connection. */
  comment(): void {
    this.#write(':\n\n');
  }

  end(): void {
    if (this.over) return;
    this.#ended = true;
    this.body.push(null);
  }

  #write(text: string): void {
    if (this.over) return;
    if (this.body.readableLength > MAX_BUFFERED_BYTES) this.body.destroy();
    else this.body.push(text);
  }
}
