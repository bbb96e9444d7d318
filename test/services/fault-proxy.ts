import { createConnection, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A chunk of data that one side has sent. */
export interface Chunk {
  bytes: Buffer;
  from: 'client' | 'server';
  /** Number of the connection, in the order of opening. */
  connection: number;
  /** Forwards the chunk, or another one instead. */
  pass(instead?: Buffer): void;
  /** Resets the connection on both sides. */
  cut(): void;
  /** Forwards only the beginning of the chunk, then ends the connection. */
  truncate(beginning: Buffer): void;
}

/** Handles a chunk. The next chunk of the same side waits for the result. */
export type Fault = (piece: Chunk) => void | Promise<void>;

/** A TCP proxy with configurable faults, between clients and one server. */
export interface FaultProxy {
  host: string;
  port: number;
  /** Sets the fault of all connections, open ones included; null for none. */
  setFault(fault: Fault | null): void;
  /** Resets all open connections. */
  cutAll(): void;
  /** Refuses new connections, or accepts them again. */
  refuse(refusing: boolean): Promise<void>;
  /** Returns the number of connections opened so far. */
  opened(): number;
  stop(): Promise<void>;
}

/** @param to address of the server: its port, or the path of its socket */
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
      // Forwards earlier chunks before the end.
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
      // `close` resolves with the end of the last connection, which may stay open for long.
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

/** Delays each chunk by a number of ms. */
export const slow =
  (ms: number): Fault =>
  async ({ pass }) => {
    await sleep(ms);
    pass();
  };

/** Holds back all data in both directions until the promise resolves, then forwards it. */
export const stallUntil =
  (until: Promise<unknown>): Fault =>
  async ({ pass }) => {
    await until;
    pass();
  };

/** Makes the first connections half-open: data on them is lost without an error. New connections work. */
export const halfOpen =
  (count: number): Fault =>
  ({ connection, pass }) => {
    if (connection > count) pass();
  };

const NOISE = Buffer.from('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n');

/** Replaces the server's responses by noise. */
export const garbage: Fault = ({ from, pass }) => pass(from === 'server' ? NOISE : undefined);

/** Truncates the server's next response. */
export const truncateResponse: Fault = ({ bytes, from, pass, truncate }) =>
  from === 'client' ? pass() : truncate(bytes.subarray(0, Math.floor(bytes.length / 2)));
