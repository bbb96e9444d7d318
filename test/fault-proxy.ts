import { createConnection, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Something that one side has sent, on its way to the other. */
export interface Chunk {
  bytes: Buffer;
  from: 'client' | 'server';
  /** A number for each connection, in their order. */
  connection: number;
  /** Hands it on, or something else in its place. */
  pass(instead?: Buffer): void;
  /** Ends the connection on both sides, as a reset. */
  cut(): void;
  /** Hands on the beginning of it and nothing more, of either side, and ends the connection once that was heard. */
  truncate(beginning: Buffer): void;
}

/** What becomes of a piece. The next one of the same side waits until this one is done with. */
export type Fault = (piece: Chunk) => void | Promise<void>;

/** A network that does as it is told, between clients and one server. */
export interface FaultProxy {
  host: string;
  port: number;
  /** What becomes of everything from now on, on connections that stand as well; null is a network as it should be. */
  setFault(fault: Fault | null): void;
  /** Resets every connection that stands. */
  cutAll(): void;
  /** Takes no new connections from now on, or takes them again. */
  refuse(refusing: boolean): Promise<void>;
  /** Connections that were made until now. */
  opened(): number;
  stop(): Promise<void>;
}

/** @param to where the server is: its port, or the path of its socket */
export async function startFaultProxy(to: NetConnectOpts): Promise<FaultProxy> {
  let fault: Fault = passThrough;
  let connections = 0;
  const cuts = new Set<() => void>();
  const listener = createServer({ noDelay: true }, connect);

  function connect(client: Socket): void {
    const server = createConnection({ noDelay: true, ...to });
    const connection = ++connections;
    let broken = false;
    const cut = () => {
      cuts.delete(cut);
      if (!client.destroyed) client.resetAndDestroy();
      server.destroy();
    };
    cuts.add(cut);
    carry(client, server, 'client');
    carry(server, client, 'server');

    function carry(source: Socket, target: Socket, from: Chunk['from']): void {
      let turn = Promise.resolve();
      const pass = (bytes: Buffer) => void (!broken && target.writable && target.write(bytes));
      const truncate = (beginning: Buffer) => {
        pass(beginning);
        broken = true;
        setTimeout(cut, 20);
      };
      source.on('data', (bytes) => {
        const its = { bytes, from, connection, pass: (instead = bytes) => pass(instead), cut, truncate };
        turn = turn.then(() => fault(its));
      });
      // What was said before is heard before the end.
      source.on('end', () => void turn.then(() => target.end()));
      source.on('error', cut);
      source.on('close', () => void turn.then(cut));
    }
  }

  const listen = (port: number) =>
    new Promise<number>((resolve, reject) => {
      listener.once('error', reject);
      listener.listen(port, '127.0.0.1', () => resolve((listener.address() as { port: number }).port));
    });
  const close = () => new Promise<void>((resolve) => listener.close(() => resolve()));

  const port = await listen(0);
  return {
    host: '127.0.0.1',
    port,
    setFault(next) {
      fault = next ?? passThrough;
    },
    cutAll() {
      for (const cut of cuts) cut();
    },
    async refuse(refusing) {
      // `close` settles with the last connection, which may stand for long.
      if (refusing) void close();
      else await listen(port);
    },
    opened: () => connections,
    async stop() {
      for (const cut of cuts) cut();
      if (listener.listening) await close();
    },
  };
}

const passThrough: Fault = ({ pass }) => pass();

/** Every piece takes so many ms. */
export const slow =
  (ms: number): Fault =>
  async ({ pass }) => {
    await sleep(ms);
    pass();
  };

/** Nothing gets through, either way, until the promise settles; then everything does that was said meanwhile. */
export const stallUntil =
  (until: Promise<unknown>): Fault =>
  async ({ pass }) => {
    await until;
    pass();
  };

/** The first so many connections are dead, and neither side is told: what is said on them is lost. New ones are well. */
export const halfOpen =
  (count: number): Fault =>
  ({ connection, pass }) => {
    if (connection > count) pass();
  };

const NOISE = Buffer.from('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n');

/** The server is heard in a language that isn't its own. */
export const garbage: Fault = ({ from, pass }) => pass(from === 'server' ? NOISE : undefined);

/** The server's next answer breaks off in its middle. */
export const truncateResponse: Fault = ({ bytes, from, pass, truncate }) =>
  from === 'client' ? pass() : truncate(bytes.subarray(0, Math.floor(bytes.length / 2)));
