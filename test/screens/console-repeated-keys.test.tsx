// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import * as clients from '#shared/ops/clients.ts';
import { listRepeatedKeys } from '#shared/ops/repeated-keys.ts';
import { CLIENT } from './console-clients.ts';
import { reply } from './fake-gateway.ts';
import { loggedIn, openConsole } from './open-console.tsx';
import { axeViolations } from './open-portal.tsx';

test('keys that look the same are listed with their companies, and nothing is said without any', async () => {
  const some = reply(clients.listClients, {
    results: [CLIENT],
    pagination: { page: 1, pages: 1, total: 1, limit: 50 },
  });
  const key = { client_id: 7, company: 'Mates del Sur', kind: 'order', tracking_id: '7KQ2M4X9ZTB' } as const;
  const repeated = reply(listRepeatedKeys, {
    results: [{ ...key, text: 'A–1', same_as: 'A-1', same_as_tracking_id: '5HT8W3C6YKD' }],
  });
  const { user } = await openConsole('/consola/clientes', { replies: [loggedIn('admin'), some, repeated] });
  (await screen.findByRole('button', { name: /se ven iguales/ })).focus();
  await user.keyboard('{Enter}');
  const table = within(screen.getByRole('table', { name: 'Números y SKU que se ven iguales' }));
  expect(table.getByRole('link', { name: 'Mates del Sur' })).toHaveAttribute('href', '/consola/clientes/7');
  expect(table.getByText('A–1')).toBeVisible();
  expect(await axeViolations(document.body)).toEqual([]);
  cleanup();
  await openConsole('/consola/clientes', {
    replies: [loggedIn('admin'), some, reply(listRepeatedKeys, { results: [] })],
  });
  await screen.findByText('Mates del Sur');
  expect(screen.queryByText(/se ven iguales/)).toBeNull();
});
