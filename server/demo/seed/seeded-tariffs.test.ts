import { expect, test } from 'vitest';
import { sharedDemo } from '#test/app/shared-demo.ts';
import { ADJUSTED_USERNAMES } from './seed-adjustment.ts';
import { OWN_TARIFF_USERNAME } from './seed-tariffs.ts';

const demo = await sharedDemo();

test('a company has a tariff of its own, which priced all its orders and nobody else’s', async () => {
  const rows = await demo.rows(`
    SELECT u.username, count(*) FILTER (WHERE t.for_client = o.client_id)::int AS own,
      count(*) FILTER (WHERE t.for_client IS NULL)::int AS general
    FROM orders o JOIN tariffs t ON t.id = o.tariff_id JOIN users u ON u.client_id = o.client_id
    WHERE u.username IN ('${OWN_TARIFF_USERNAME}', 'basico') GROUP BY u.username ORDER BY u.username`);
  expect(rows).toEqual([
    { username: 'basico', own: 0, general: 8 },
    { username: OWN_TARIFF_USERNAME, own: 13, general: 0 },
  ]);
  expect(
    await demo.rows('SELECT FROM orders o JOIN tariffs t ON t.id = o.tariff_id WHERE t.for_client <> o.client_id'),
  ).toEqual([]);
});

test('the next general tariff begins with a month, and is published before', async () => {
  const rows = await demo.rows(
    `SELECT valid_from::text, created_at < '2026-07-15T00:00:00-03:00' AS before FROM tariffs WHERE for_client IS NULL ORDER BY valid_from DESC LIMIT 1`,
  );
  expect(rows).toEqual([{ valid_from: '2026-08-01', before: true }]);
});

test('collected shipments that went to a dearer address have adjustments, which somebody of the staff approved', async () => {
  const rows = await demo.rows(
    `
    SELECT u.username, m.state, p.name AS decided_by, bool_and(s.adjustment_cents > 0 AND s.collected_on IS NOT NULL) AS charged
    FROM modification_requests m JOIN users u ON u.client_id = m.client_id
    JOIN shipments s ON s.client_id = m.client_id AND s.order_pk = m.order_pk
    JOIN staff p ON p.id = m.decided_by_staff
    WHERE u.username = ANY ($1) GROUP BY u.username, m.state, p.name ORDER BY u.username`,
    [ADJUSTED_USERNAMES],
  );
  expect(rows).toEqual(
    ADJUSTED_USERNAMES.map((username) => ({
      username,
      state: 'Aprobado',
      decided_by: 'Julieta Campos',
      charged: true,
    })),
  );
});

test('a shipment of the company with its own tariff was heavier than declared, and is charged for it', async () => {
  expect(
    await demo.rows(`
      SELECT u.username, s.measured_adjustment_cents > 0 AND s.collected_on IS NOT NULL AS charged, s.state
      FROM shipments s JOIN users u ON u.client_id = s.client_id WHERE s.measured_adjustment_cents <> 0`),
  ).toEqual([{ username: OWN_TARIFF_USERNAME, charged: true, state: 'No Entregado' }]);
});
