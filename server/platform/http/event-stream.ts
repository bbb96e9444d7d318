import { Readable } from 'node:stream';

/** Bytes that may wait for a reader; one who reads more slowly is hung up on. */
const MAX_BUFFERED_BYTES = 64 * 1024;

/** An answer that goes on: server-sent events, written as they happen. */
export class EventStream {
  readonly body = new Readable({ read() {} });

  /** Whether nobody reads any more, or soon won't. */
  get over(): boolean {
    return this.body.destroyed || this.body.readableEnded || this.#ended;
  }

  #ended = false;

  /** @param data one line; without it only the id is told, which a reader comes back with */
  send(id: string, data?: string): void {
    this.#write(`id: ${id}\n${data === undefined ? '' : `data: ${data}\n`}\n`);
  }

  /** Says nothing, so that proxies and the reader know that the stream lives. */
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
