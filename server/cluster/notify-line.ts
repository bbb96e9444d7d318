import { randomUUID } from 'node:crypto';
import pg from 'pg';

const CHANNEL = 'remito_hints';

/** Milliseconds within which the server must answer, or the line is taken for dead. */
const ANSWER_MS = 5000;

/** Milliseconds between two looks whether an idle line still stands: a connection may die without a word. */
const LOOK_MS = 30_000;

/** Milliseconds within which a notification must be heard. */
const HEARD_MS = 2000;

/** A connection on which notifications are heard and sent. */
export interface NotifyLine {
  notify(payload: string): Promise<void>;
  /** Settles when the line is gone. */
  gone: Promise<void>;
  close(): void;
}

/** A line that stands but hears nothing: a pooler stands before the server. */
export class DeafLine extends Error {}

/**
 * Opens a line.
 *
 * @param connection a direct one: a pooler in transaction mode swallows LISTEN
 * @throws DeafLine when a notification that another connection sends is not heard
 */
export async function openLine(connection: pg.ClientConfig, hear: (payload: string) => void): Promise<NotifyLine> {
  const client = newClient(connection);
  const gone = new Promise<void>((resolve) => client.once('end', resolve));
  const close = () => void client.end().catch(() => {});
  try {
    await client.connect();
    client.on('notification', ({ payload = '' }) => hear(payload));
    await client.query(`LISTEN ${CHANNEL}`);
    await assertHears(client, connection);
  } catch (error) {
    close();
    throw error;
  }
  const looks = setInterval(() => client.query('SELECT 1').catch(close), LOOK_MS).unref();
  return {
    notify: async (payload) => void (await notify(client, payload)),
    gone: gone.then(() => clearInterval(looks)),
    close,
  };
}

function newClient(connection: pg.ClientConfig): pg.Client {
  const client = new pg.Client({
    ...connection,
    application_name: 'remito-live',
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    keepAlive: true,
    pipeline: true,
  } as pg.ClientConfig);
  // Its end says the same; without a listener the process would end too.
  client.on('error', () => {});
  return client;
}

const notify = (client: pg.Client, payload: string) => client.query('SELECT pg_notify($1, $2)', [CHANNEL, payload]);

/** Another connection speaks: through a pooler, a line hears itself only by chance. */
async function assertHears(client: pg.Client, connection: pg.ClientConfig): Promise<void> {
  const word = randomUUID();
  const heard = new Promise<boolean>((resolve) => {
    client.on('notification', ({ payload }) => payload === word && resolve(true));
    setTimeout(resolve, HEARD_MS, false).unref();
  });
  const speaker = newClient(connection);
  try {
    await speaker.connect();
    await notify(speaker, word);
  } finally {
    await speaker.end().catch(() => {});
  }
  if (!(await heard)) throw new DeafLine('no notification was heard');
}
