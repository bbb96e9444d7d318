import { describe, expect, test } from 'vitest';
import { counterDrift } from '#server/db/counter-drift.ts';
import { accounts } from '#server/demo/accounts.ts';
import { demoTeam } from '#server/demo/demo-team.ts';
import { isWorkingTime } from '#server/demo/working-time.ts';
import type { ShipmentStateCode } from '#shared/orders/rules/shipment/shipment-states.ts';
import { isTransitionAllowed } from '#shared/orders/rules/shipment/shipment-transitions.ts';
import { findInconsistencies } from '#test/app/consistency.ts';
import { sharedDemo } from '#test/app/shared-demo.ts';
import { findStockDrift } from '#test/app/stock-drift.ts';

const demo = await sharedDemo();

const DEMO = `client_id = (SELECT client_id FROM users WHERE username = 'demo')`;
const count = async (text: string) =>
  Number((await demo.rows<{ n: string }>(`SELECT count(*) AS n FROM ${text}`))[0]?.n);

describe('the accounts', () => {
  test('are active with their flags, and all but the new one have accepted the terms', async () => {
    const rows = await demo.rows(`
      SELECT username, prepago, logistica_inversa, fulfillment, terms_accepted IS NOT NULL AS terms,
        activated_at IS NOT NULL AS active, default_format AS format
      FROM users JOIN clients USING (client_id) JOIN print_configs USING (client_id) ORDER BY username`);
    const own = accounts.map(({ username, flags, acceptsTerms: terms, format }) => {
      return { username, ...flags, terms, active: true, format };
    });
    // The people of the showcase account's company have its flags.
    const team = demoTeam.map(({ username }) => ({ ...own.find((one) => one.username === 'demo'), username }));
    const expected = [...own, ...team] as { username: string }[];
    expect(rows).toEqual(expected.sort((a, b) => (a.username < b.username ? -1 : 1)));
    expect(await demo.rows('SELECT FROM dev_mailbox')).toEqual([]);
  });

  test('with two addresses list the main address second', async () => {
    const rows = await demo.rows(
      `SELECT main_address, active FROM sender_addresses WHERE ${DEMO} ORDER BY created_at, id`,
    );
    expect(rows).toEqual([
      { main_address: false, active: true },
      { main_address: true, active: true },
    ]);
  });

  test('have package presets', async () => {
    const rows = await demo.rows(`SELECT name FROM package_presets WHERE ${DEMO} ORDER BY name`);
    expect(rows).toEqual([{ name: 'Bolsa' }, { name: 'Caja chica' }, { name: 'Caja grande' }]);
  });

  test('have a contact for buyers', async () => {
    expect(await demo.rows(`SELECT buyer_email FROM clients WHERE ${DEMO}`)).toEqual([
      { buyer_email: 'compras@demo.example' },
    ]);
  });

  test('include the showcase account with 300 products, some of them inactive', async () => {
    expect(await count(`products WHERE ${DEMO}`)).toBe(300);
    expect(await count(`products WHERE ${DEMO} AND NOT active`)).toBeGreaterThan(10);
  });
});

describe('the seeded data', () => {
  test('have past dates in a possible sequence', async () => {
    expect(await count(`orders WHERE updated_at < created_at OR updated_at >= '2026-07-15T00:00:00-03:00'`)).toBe(0);
    expect(await count(`shipment_events WHERE at >= '2026-07-15T00:00:00-03:00'`)).toBe(0);
    expect(await count(`products WHERE created_at > '2026-07-01'`)).toBe(0);
    const histories = await demo.rows<{ mode: number; paid: boolean; codes: string[]; times: Date[] }>(`
      SELECT o.delivery_mode AS mode, o.paid_at IS NOT NULL AS paid, array_agg(e.state_code ORDER BY e.at) AS codes,
        array_agg(e.at ORDER BY e.at, e.state_code) AS times
      FROM shipment_events e JOIN shipments s ON s.client_id = e.client_id AND s.id = e.shipment_id
      JOIN orders o ON o.client_id = s.client_id AND o.id = s.order_pk GROUP BY s.client_id, s.id, o.client_id, o.id`);
    for (const { mode, codes, times } of histories) {
      const direction = mode === 4 ? 'inversa' : 'entrega';
      const known = codes.every((code) => code !== null) ? (codes as ShipmentStateCode[]) : [];
      known.slice(1).forEach((code, index) => {
        const before = known[index] as ShipmentStateCode;
        expect([before, code, isTransitionAllowed(before, code, direction)]).toEqual([before, code, true]);
      });
      expect(new Set(times.map(Number)).size).toBe(times.length);
    }
  });

  test('have events within the provider’s working hours where the time suffices', async () => {
    const moments = await demo.rows<{ at: Date }>(`
      SELECT e.at FROM shipment_events e JOIN shipments s ON s.client_id = e.client_id AND s.id = e.shipment_id
      WHERE s.created_at < '2026-07-10' AND e.at > s.created_at AND NOT EXISTS (
        SELECT FROM orders o WHERE o.client_id = s.client_id AND o.id = s.order_pk AND o.paid_at = e.at)`);
    expect(moments.length).toBeGreaterThan(500);
    expect(moments.filter(({ at }) => !isWorkingTime(at.getTime()))).toEqual([]);
  });

  test('have states, flags, prices and requests consistent with the histories', async () => {
    const clients = await demo.rows<{ client_id: number }>('SELECT client_id FROM clients');
    expect(clients.length).toBeGreaterThan(5);
    const ids = clients.map(({ client_id }) => client_id);
    expect(await findInconsistencies(demo.rows, ids)).toEqual([]);
  });

  test('have counters that equal a recount', async () => {
    expect(await counterDrift(demo.rows)).toEqual([]);
  });

  test('have stock without drift from reservations and receipts', async () => {
    expect(await findStockDrift(demo.rows)).toEqual([]);
  });
});
