// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { decideModification, readModification, showRequestedChanges } from '#shared/orders/staff-modifications.ts';
import { readShipmentCost, type ShipmentCost } from '#shared/orders/staff-shipment/staff-cost.ts';
import { printShipmentPdf, printShipmentZpl } from '#shared/orders/staff-shipment/staff-label.ts';
import { readShipmentOrder } from '#shared/orders/staff-shipment/staff-order.ts';
import { showReceiverContact } from '#shared/orders/staff-shipment/staff-search.ts';
import { readStaffShipment } from '#shared/orders/staff-shipments.ts';
import { currentStaff } from '#shared/people/staff-sessions.ts';
import { type Reply, refuse, reply, sampleReply } from '#test/screens/fake-gateway.ts';
import { downloaded, recordDownloads } from '#test/screens/files.ts';
import { loggedIn } from '#test/screens/open-console.tsx';
import { axeViolations, consoleErrors } from '#test/screens/open-portal.tsx';
import { alertAppears, bodiesOf, button } from '#test/screens/typing.ts';
import { around, LABEL, open, read, shipment } from './staff-shipment-page.ts';

const PATH = `/consola/envio/${LABEL}`;

/** Waits for a panel, and returns it. */
async function panel(name: string): Promise<HTMLElement> {
  const heading = await screen.findByRole('heading', { level: 2, name });
  return heading.closest('section') as HTMLElement;
}

const cost = (changes: Partial<ShipmentCost> = {}): ShipmentCost => ({
  shipment_id: LABEL,
  total: 12_000,
  frozen: 8000,
  adjustment: 4000,
  measured: null,
  measured_waits: false,
  waiting_adjustment: null,
  origin: { city: 'Avellaneda', state: 'Buenos Aires' },
  tariff: { id: 3, valid_from: '2026-10-01', tax_percent: 21 },
  parts: {
    zone: 'Centro',
    shipping: 6000,
    insurance: 611.57,
    tax: 1388.43,
    billed_weight: 1200,
    volumetric_weight: 1200,
    charged_by: 'volumen',
  },
  adjustments: [
    {
      modification_id: 9,
      amount: 4000,
      decided_by: 'Martín Quiroga',
      province_before: 'Córdoba',
      province_after: 'Salta',
      zone_before: 'Centro',
      zone_after: 'Norte',
      requested_at: '2026-11-19T10:00:00-03:00',
      decided_at: '2026-11-20T10:00:00-03:00',
    },
  ],
  prepaid: true,
  payment: null,
  ...changes,
});

describe('the cost of a shipment', () => {
  test('has the calculator’s parts, the billed weight, the adjustment with who approved it, and the payment', async () => {
    await open(PATH, [read, reply(readShipmentCost, { results: cost() })]);
    const shown = await panel('Costo');
    for (const term of ['Valor del envío', 'Seguro', 'IVA', 'Total', 'Tarifa', 'Zona de entrega']) {
      await within(shown).findByText(term);
    }
    within(shown).getByText('De Centro a Norte. Aprobado el 20/11/2026 10:00 por Martín Quiroga.');
    within(shown).getByText(/1,2 kg, el volumétrico/);
    within(shown).getByText(/El desglose se recalcula/);
    within(shown).getByText('Falta generar el pago de la orden');
  });

  test('has what the measured weight added, and what was measured', async () => {
    const measured = { weight: 3400, length: 40, width: 30, height: 20, adjustment: 2500 };
    const results = cost({ total: 14_500, adjustment: 6500, measured });
    await open(PATH, [read, reply(readShipmentCost, { results })]);
    const shown = await panel('Costo');
    await within(shown).findByText('Ajuste por peso o medidas');
    within(shown).getByText('$ 2.500,00');
    within(shown).getByText('Controlado: 40 × 30 × 20 cm, 3,4 kg.');
  });

  test('without the tariff’s parts says so', async () => {
    await open(PATH, [
      read,
      reply(readShipmentCost, { results: cost({ parts: null, adjustments: [], adjustment: 0 }) }),
    ]);
    const shown = await panel('Costo');
    await within(shown).findByText(/no sale de la tarifa/);
    within(shown).getByText('Costo congelado');
  });
});

describe('the label of a shipment', () => {
  test('is downloaded as ZPL; one that is asked for again is then relabelled', async () => {
    let printed = false;
    const print = {
      id: 1,
      at: '2026-11-20T11:00:00-03:00',
      by: 'Martín Quiroga',
      format: 'zpl',
      version: 2,
      relabelled: true,
    };
    const { user } = await open(PATH, [
      reply(readStaffShipment, () => ({
        results: { ...shipment(), relabel: !printed, provider_prints: printed ? [print] : [] },
      })),
      {
        endpoint: printShipmentZpl,
        respond: () => {
          printed = true;
          const headers = { 'content-disposition': `attachment; filename="etiqueta-${LABEL}.zpl"` };
          return new Response('^XA^XZ', { headers });
        },
      },
    ]);
    const files = recordDownloads();
    const shown = await panel('Etiqueta');
    within(shown).getByText(/está desactualizada/);
    await user.click(button('Reetiquetar en ZPL'));
    await alertAppears('El envío quedó reetiquetado: pegá la etiqueta nueva');
    await screen.findByText('Reetiquetado el 20/11/2026 11:00 por Martín Quiroga (ZPL, v2)');
    expect(screen.queryByText(/está desactualizada/)).toBeNull();
    expect((await downloaded(files)).name).toBe(`etiqueta-${LABEL}.zpl`);
  });

  test('that may not be printed names the reason', async () => {
    const reason = 'No se puede imprimir: el envío está cancelado';
    const { user } = await open(PATH, [read, refuse(printShipmentPdf, 422, reason)]);
    await panel('Etiqueta');
    await user.click(button('Imprimir en PDF'));
    await alertAppears(reason);
  });

  test('asks for a new login after the session ended', async () => {
    let ended = false;
    const who: Reply = {
      endpoint: currentStaff,
      respond: (request) => (ended ? reply(currentStaff, { results: null }) : loggedIn('operations')).respond(request),
    };
    const { user } = await open(PATH, [read, refuse(printShipmentPdf, 401, 'Tu sesión terminó')], who);
    await panel('Etiqueta');
    ended = true;
    await user.click(button('Imprimir en PDF'));
    await screen.findByRole('button', { name: 'Entrar' });
  });

  test('lists prints of the same second', async () => {
    const print = { at: '2026-11-20T11:00:00-03:00', by: 'Martín Quiroga', version: 1, relabelled: false };
    const provider_prints = [1, 2].map((id) => ({ ...print, id, format: 'pdf' as const }));
    await open(PATH, [reply(readStaffShipment, { results: { ...shipment(), provider_prints } })]);
    const list = await screen.findByRole('list', { name: 'Impresiones del proveedor' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(2);
    expect(consoleErrors).toEqual([]);
  });

  test('isn’t printed by finance, with the reason', async () => {
    await open(PATH, [read], loggedIn('finance'));
    await panel('Etiqueta');
    expect(button('Imprimir en PDF')).toHaveAccessibleDescription(/no podés imprimir etiquetas/);
  });
});

test('the order around a shipment has its other shipments, and what the sender can’t do, with the reason', async () => {
  const shipments = [
    { shipment_id: LABEL, state: 'En Curso', state_code: 'en_curso' },
    { shipment_id: '7K3MQ9XW2RM-2', state: 'Cancelado', state_code: 'cancelado' },
  ];
  const { container } = await open(PATH, [read, around({ parcels: shipments })]);
  const list = await screen.findByRole('list', { name: 'Envíos de la orden' });
  expect(within(list).getByRole('link')).toHaveAttribute('href', '/consola/envio/7K3MQ9XW2RM-2');
  within(await panel('Lo que ve el cliente')).getByText('Ya se retiró');
  expect(await axeViolations(container)).toEqual([]);
});

/** A change of the order that waits until it is approved. */
function waitingChange() {
  let waiting: number | null = 9;
  const { results } = sampleReply(readModification);
  const request = {
    ...results,
    client_id: 7,
    id: 9,
    state: 'Pendiente' as const,
    decided_by: null,
    decided_at: null,
    approval_refusal: null,
  };
  const replies = [
    reply(readShipmentOrder, () => {
      const { results } = sampleReply(readShipmentOrder);
      return { results: { ...results, client_id: 7, modification_id: waiting, reschedule_id: null } };
    }),
    reply(readModification, { results: { ...request, cost_before: 8000, cost_after: 12_000 } }),
    reply(decideModification, () => {
      waiting = null;
      return { message: 'La modificación de la orden W-1 se aprobó', results: { ...request, state: 'Aprobado' } };
    }),
  ];
  return { request, replies, isApproved: () => waiting === null };
}

test('a change that waits is decided on the shipment’s page by keyboard, with both prices', async () => {
  const { user, received, stop } = await open(PATH, [read, ...waitingChange().replies]);
  await within(await panel('Modificación por decidir')).findByText(/^De .*8\.000.* a .*12\.000/);
  await user.keyboard('e');
  await screen.findByText('La modificación de la orden W-1 se aprobó');
  expect(bodiesOf(received, decideModification)).toEqual([{ approved: true, reason: '' }]);
  await screen.findByRole('heading', { level: 2, name: 'Orden' });
  expect(screen.queryByRole('heading', { level: 2, name: 'Modificación por decidir' })).toBeNull();
  stop();
});

const CONTACT = { receiver_phone: '11 4321-8765', document: '31222333', email: 'lucia@correo.example' };

test.for(['Mostrar los datos completos', 'Mostrar contacto y cambio pedido'])(
  '%s: one call shows the change that waits, the address that it changes, and the contact',
  async (name) => {
    const { request, replies } = waitingChange();
    const street = (before: string, after: string) => [{ field: 'address_street_name', before, after }];
    const { container, user, received, stop } = await open(PATH, [
      read,
      reply(readModification, { results: { ...request, changes: street('•••', '•••') } }),
      ...replies,
      reply(showReceiverContact, {
        results: { ...CONTACT, requested: { id: request.id, changes: street('Mitre', 'Belgrano') } },
      }),
    ]);
    await panel('Modificación por decidir');
    const show = await screen.findByRole('button', { name });
    expect(screen.getByText('Domicilio').nextElementSibling).toHaveTextContent(/^•••$/);
    await user.click(show);
    await screen.findByText('Belgrano');
    const { address_street_name, address_street_number } = shipment().receiver;
    expect(screen.getByText('Domicilio').nextElementSibling).toHaveTextContent(
      `${address_street_name} ${address_street_number}`,
    );
    expect(screen.getByText(CONTACT.document)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Mostrar/ })).toBeNull();
    expect(document.activeElement).toHaveAccessibleName(/^(Lo que cambia|Datos del envío)$/);
    expect(bodiesOf(received, showReceiverContact)).toHaveLength(1);
    expect(bodiesOf(received, showRequestedChanges)).toEqual([]);
    expect(await axeViolations(container)).toEqual([]);
    stop();
  },
);

test('a shown contact is hidden again once a change of the receiver is approved', async () => {
  const { replies, isApproved } = waitingChange();
  const { receiver, ...old } = shipment();
  const next = { ...receiver, receiver_name: 'Otto Ruiz', receiver_phone: '•••111', document: '•••222' };
  const { user, stop } = await open(PATH, [
    reply(readStaffShipment, () => ({ results: { ...old, receiver: isApproved() ? next : receiver } })),
    reply(showReceiverContact, { results: { ...CONTACT, requested: null } }),
    ...replies,
  ]);
  await panel('Modificación por decidir');
  await user.click(button('Mostrar contacto y cambio pedido'));
  await screen.findByText('31222333');
  await user.keyboard('e');
  await screen.findByText('Otto Ruiz');
  expect(screen.queryByText('31222333')).toBeNull();
  expect(screen.getByText('•••222')).toBeVisible();
  expect(button('Mostrar teléfono, documento y email')).toBeVisible();
  stop();
});

test('a shipment of a blocked client has the block with its reason', async () => {
  await open(PATH, [read, around({ blocked_reason: 'Deuda vencida' })]);
  await screen.findByText('Cliente bloqueado');
  expect(screen.getByText('Deuda vencida')).toBeVisible();
});
