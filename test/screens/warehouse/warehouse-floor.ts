import { fireEvent, screen } from '@testing-library/react';
import { listClients } from '#shared/people/staff-clients.ts';
import * as stock from '#shared/warehouse/staff-stock.ts';
import { type Reply, reply } from '#test/screens/fake-gateway.ts';
import { loggedIn, openConsole } from '#test/screens/open-console.tsx';
import { CLIENT } from '#test/screens/people/console-clients.ts';

export const one = { page: 1, pages: 1, total: 1, limit: 50 };
export const CLIENTS = reply(listClients, { results: [{ ...CLIENT, client_id: 7 }], pagination: one });

export const LOT: stock.StaffLot = {
  sku: 'MATE-1',
  description: 'Mate',
  shelf: '',
  lot: 'L1',
  expiry: '2020-01-31',
  criticality: null,
  units: 5,
  reserved: 2,
  updated_at: '2026-11-20T10:00:00-03:00',
};
export const STOCK = reply(stock.clientStock, { results: [LOT], pagination: one });

/** Opens a page of the warehouse, with one client. */
export const open = (page: string, ...replies: Reply[]) =>
  openConsole(`/consola/deposito/${page}`, { replies: [loggedIn('operations'), CLIENTS, ...replies] });

/** Types codes as a scanner does. */
export async function scan(label: string, ...codes: string[]): Promise<void> {
  const input = await screen.findByLabelText(label);
  for (const code of codes) {
    fireEvent.change(input, { target: { value: code } });
    fireEvent.submit(input.closest('form') as HTMLFormElement);
  }
}

export const row = (name: string | RegExp) => screen.getByRole('row', { name });
