import { expect } from 'vitest';
import { counterDrift } from '#server/db/counter-drift.ts';
import { recountItems } from '#server/orders/maintenance/recount-items.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { recordEvents } from '#shared/orders/staff-events.ts';
import { createKey } from '#shared/provider/staff-keys.ts';
import { clientIdOf } from './client-id.ts';
import { type FakeMailServer, startFakeMailServer } from './fake-mail-server.ts';
import { createOperatorClient, keyName } from './operator-client.ts';
import { newOrder } from './order-factory.ts';
import { parcelEvent } from './provider-client.ts';
import { signUp } from './sender-factory.ts';
import { startTestApp, type TestApp } from './test-app.ts';

/** A company with parcels, of an order each. */
export interface Company {
  id: number;
  labels: string[];
}

/** A program of the provider with a key of its own. */
export interface Program {
  name: string;
  key: string;
  /** Sends events in one call. @returns the status and each result, or the reason of its refusal */
  send(...events: unknown[]): Promise<{ status: number; results: string[] }>;
}

/** The whole server with five companies of ten parcels. */
export interface ScanFixture {
  app: TestApp;
  mail: FakeMailServer;
  companies: [Company, Company, Company, Company, Company];
  /** Creates a program, whose rows of the audit trail bear its name. */
  newProgram(): Promise<Program>;
  /** Returns the first parcels of each company, those of different companies next to each other. */
  parcelsOfAll(each: number): string[];
  /** Returns the rows that a program or a person has in the audit trail. */
  rowsOf(name: string): Promise<{ client_id: number; details: unknown; times: number; request_id: string }[]>;
  /** Returns the calls that the rows of a program count. */
  callsOf(name: string): Promise<number>;
  /** Makes the first row that the audit trail receives fail while the calls run. */
  whileFirstRowFails<T>(calls: () => Promise<T>): Promise<T>;
  /** Makes each change of a company's orders fail while the calls run. */
  whileFailing<T>(company: Company, calls: () => Promise<T>): Promise<T>;
  /**
   * Makes scans arrive while others are being recorded, whose transactions wait at a change of an order.
   *
   * @param first scans that are in progress
   * @param send sends the scans that arrive meanwhile
   */
  whileRecording<T>(first: readonly (() => Promise<unknown>)[], send: () => Promise<T>): Promise<T>;
  /** Expects that counters and open items equal a recount. */
  expectConsistent(): Promise<void>;
  stop(): Promise<void>;
}

/** Builds an event of now. */
export const scan = (label: string | undefined, state: string) => parcelEvent(label ?? '', state, new Date());

/** Lock that the transactions of `whileRecording` hold while they wait. */
const HELD = 1_907_115;

/** Starts the server, and creates companies and parcels. */
export async function startScanFixture(): Promise<ScanFixture> {
  const mail = await startFakeMailServer();
  const app = await startTestApp({ SMTP_URL: mail.url });
  const companies = await Promise.all(Array.from({ length: 5 }, () => newCompany(app, mail)));
  await app.owner(
    `CREATE FUNCTION fail_on_purpose() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE EXCEPTION 'on purpose' USING ERRCODE = 'check_violation'; END $$`,
  );
  await app.owner('CREATE SEQUENCE rows_tried');
  await app.owner('GRANT USAGE ON SEQUENCE rows_tried TO app, provider');
  await app.owner(
    `CREATE FUNCTION fail_first() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       IF nextval('rows_tried') = 1 THEN RAISE EXCEPTION 'on purpose' USING ERRCODE = 'check_violation'; END IF;
       RETURN new;
     END $$`,
  );
  await app.owner('CREATE TABLE released (at timestamptz)');
  await app.owner(
    `CREATE FUNCTION wait_for_release() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
       PERFORM pg_advisory_xact_lock_shared(${HELD});
       WHILE NOT EXISTS (SELECT FROM released) LOOP PERFORM pg_sleep(0.01); END LOOP;
       RETURN NULL;
     END $$`,
  );
  const withTrigger = async <T>(when: string, trigger: string, work: () => Promise<T>): Promise<T> => {
    await app.owner(
      `CREATE TRIGGER on_purpose AFTER UPDATE ON orders FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION ${trigger}()`,
    );
    try {
      return await work();
    } finally {
      await app.owner('DROP TRIGGER on_purpose ON orders');
    }
  };
  const prober = await newProgram(app);
  const held = async () =>
    (
      await app.owner(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = ${HELD} AND database =
        (SELECT oid FROM pg_database WHERE datname = current_database())`)
    ).length;
  const rowsOf: ScanFixture['rowsOf'] = (name) =>
    app.owner(
      `SELECT client_id, details, times, request_id FROM audit_log
       WHERE action = 'ops.event.record' AND actor_name = $1 ORDER BY id`,
      [name],
    );
  return {
    app,
    mail,
    companies: companies as ScanFixture['companies'],
    newProgram: () => newProgram(app),
    parcelsOfAll: (each) =>
      Array.from({ length: each }, (_, nth) => companies.map(({ labels }) => labels[nth] ?? '')).flat(),
    rowsOf,
    callsOf: async (name) => (await rowsOf(name)).reduce((sum, { times }) => sum + times, 0),
    whileFailing: ({ id }, calls) => withTrigger(`new.client_id = ${id}`, 'fail_on_purpose', calls),
    async whileFirstRowFails(calls) {
      await app.owner(`SELECT setval('rows_tried', 1, false)`);
      await app.owner(
        'CREATE TRIGGER on_purpose BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION fail_first()',
      );
      try {
        return await calls();
      } finally {
        await app.owner('DROP TRIGGER on_purpose ON audit_log');
      }
    },
    whileRecording: (first, send) =>
      withTrigger('true', 'wait_for_release', async () => {
        await app.owner('DELETE FROM released');
        const begun = first.map((begin) => begin());
        await expect.poll(held).toBe(first.length);
        const sent = send();
        // Takes the same way to the point where scans wait, and doesn't wait there.
        for (let n = 0; n < 3; n++) await prober.send(scan('0000000000-1', 'demorado'));
        await app.owner('INSERT INTO released VALUES (now())');
        await Promise.all(begun);
        return await sent;
      }),
    async expectConsistent() {
      expect(await counterDrift(app.owner)).toEqual([]);
      const { signal } = new AbortController();
      for (const { id } of companies) expect(await recountItems(app.server.deps, id, signal)).toBe(0);
    },
    async stop() {
      await app.stop();
      await mail.stop();
    },
  };
}

async function newCompany(app: TestApp, mail: FakeMailServer): Promise<Company> {
  const sender = await signUp(app, mail);
  const labels: string[] = [];
  while (labels.length < 10) {
    const { body } = await app.call(createOrder, { token: sender.token, body: newOrder() });
    labels.push(`${body.results.tracking_id}-1`);
  }
  return { id: await clientIdOf(app, sender), labels };
}

async function newProgram(app: TestApp): Promise<Program> {
  const name = keyName();
  const { key } = (await createOperatorClient(app)(createKey, { body: { name } })).body.results;
  const call = createOperatorClient(app, key);
  return {
    name,
    key,
    async send(...events) {
      const { status, body } = await call(recordEvents, { body: { events } });
      return { status, results: status === 200 ? body.results.map(({ result, reason }) => reason ?? result) : [] };
    },
  };
}
