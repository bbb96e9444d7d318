import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { labelOf } from '#shared/orders/rules/code/tracking-id.ts';
import { shipment } from '#test/fixtures/order-factory.ts';
import { startTrackingPages, type TrackingPages, textsOf } from '#test/fixtures/tracking-page-fixture.ts';

let pages: TrackingPages;
beforeAll(async () => {
  pages = await startTrackingPages({ BRAND_SUPPORT: 'Escribinos a ayuda@remito.example' });
});
afterAll(() => pages?.stop());
// Still 30 April in Buenos Aires.
beforeEach(() => pages.setTime(new Date('2026-05-01T02:30:00Z')));

test('the page shows the history of a shipment, newest event first', async () => {
  const id = await pages.create();
  await pages.record(
    labelOf(id, 1),
    ['2026-05-02T12:00Z', 'Retirado'],
    ['2026-05-08T09:00Z', 'En Curso'],
    ['2026-05-08T12:00Z', 'No Entregado', 'destinatario AUSENTE'],
    ['2026-05-07T12:05Z', 'Despachado'],
  );
  pages.setTime(new Date('2026-05-09T12:00:00Z'));
  const { status, page } = await pages.open(id);
  expect(status).toBe(200);
  expect(page).toContain('<html lang="es-AR">');
  expect(page).toContain(`<h1>Seguimiento <span class="id">${id}</span></h1>`);
  expect(textsOf(page, 'state rojo')).toEqual(['No pudimos entregar el paquete']);
  expect(textsOf(page, 'happened')).toEqual([
    'No pudimos entregar el paquete',
    'El paquete salió a reparto',
    'El paquete salió de nuestro centro de distribución',
    'Ya tenemos el paquete',
    'El vendedor está preparando tu pedido',
  ]);
  expect(textsOf(page, 'at')).toEqual([
    '08/05/2026 09:00',
    '08/05/2026 06:00',
    '07/05/2026 09:05',
    '02/05/2026 09:00',
    '30/04/2026 23:30',
  ]);
  expect(textsOf(page, 'reason')).toEqual(['Motivo: Destinatario ausente']);
  expect(page.match(/aria-current/g)).toHaveLength(1);
  expect(page).toMatch(/aria-current="step">Entrega</);
  expect(textsOf(page, 'looked')).toEqual(['Consultado el 09/05/2026 09:00']);
  expect(page).toContain('¿Necesitás ayuda? Escribinos a ayuda@remito.example');
});

test('the page numbers the shipments of an order, and a label in any case shows only its shipment', async () => {
  const id = await pages.create({ shipments: [shipment(), shipment(), shipment()] });
  await pages.record(labelOf(id, 2), ['2026-05-02T12:00Z', 'Retirado'], ['2026-05-08T09:00Z', 'En Curso']);
  const whole = (await pages.open(id)).page;
  expect(textsOf(whole, 'count')).toEqual(['Paquete 1 de 3', 'Paquete 2 de 3', 'Paquete 3 de 3']);
  expect(textsOf(whole, 'label')).toEqual([1, 2, 3].map((n) => labelOf(id, n)));
  expect(whole).not.toContain('Ver los 3 paquetes');
  for (const label of [labelOf(id, 2), labelOf(id, 2).toLowerCase()]) {
    const { status, page } = await pages.open(label);
    expect(status).toBe(200);
    expect(textsOf(page, 'count')).toEqual(['Paquete 2 de 3']);
    expect(textsOf(page, 'label')).toEqual([labelOf(id, 2)]);
    expect(textsOf(page, 'state azul')).toEqual(['El paquete salió a reparto']);
    expect(page).toContain(`<a href="/seguimiento/${id}">Ver los 3 paquetes de este envío</a>`);
  }
  expect((await pages.open(id.toLowerCase())).status).toBe(200);
  expect(textsOf((await pages.open(await pages.create())).page, 'count')).toEqual([]);
});

test('the page shows the expected days of delivery until a shipment is delivered or returned', async () => {
  const id = await pages.create();
  const days = (min: string | null, max: string | null) =>
    pages.owner('UPDATE orders SET estimated_min = $2, estimated_max = $3 WHERE tracking_id = $1', [id, min, max]);
  const estimated = async () => textsOf((await pages.open(id)).page, 'estimated');
  await days('2026-05-12', '2026-05-15');
  expect(await estimated()).toEqual(['Entrega estimada: entre el 12/05 y el 15/05']);
  await days('2026-05-12', '2026-05-12');
  expect(await estimated()).toEqual(['Entrega estimada: el 12/05']);
  await days(null, null);
  expect(await estimated()).toEqual([]);
  const ends = { Entregado: ['Retirado', 'En Curso'], Cancelado: ['En Preparación'], Devolución: ['Retirado'] };
  for (const [end, before] of Object.entries(ends)) {
    pages.setTime(new Date('2026-05-01T02:30:00Z'));
    const shipment = labelOf(await pages.create(), 1);
    const states = [...before, end].map((state, hour) => [`2026-05-02T1${hour}:00Z`, state] as [string, string]);
    await pages.record(shipment, ...states.slice(0, -1));
    expect(textsOf((await pages.open(shipment)).page, 'estimated')).toHaveLength(1);
    await pages.record(shipment, ...states.slice(-1));
    expect(textsOf((await pages.open(shipment)).page, 'estimated'), end).toEqual([]);
  }
});

test('the page shows an unpaid order as being prepared, and hides the payment', async () => {
  const id = await pages.create({}, await pages.addClient({ prepago: true }));
  const [{ state }] = (await pages.owner('SELECT state FROM shipments WHERE label = $1', [labelOf(id, 1)])) as [
    { state: string },
  ];
  expect(state).toBe('Pendiente de Pago');
  const unpaid = (await pages.open(id)).page;
  expect(textsOf(unpaid, 'state azul')).toEqual(['El vendedor está preparando tu pedido']);
  expect(textsOf(unpaid, 'at')).toEqual(['30/04/2026 23:30']);
  await pages.owner(
    `INSERT INTO shipment_events (client_id, shipment_id, at, state, state_code)
     SELECT client_id, id, '2026-05-02 12:00Z', 'Registrado', 'registrado' FROM shipments WHERE label = $1`,
    [labelOf(id, 1)],
  );
  expect(textsOf((await pages.open(id)).page, 'at')).toEqual(['02/05/2026 09:00']);
});

test('the page of a reverse order describes the way to the seller', async () => {
  const id = await pages.create();
  await pages.owner(
    `UPDATE orders SET delivery_mode = 4, estimated_min = '2026-05-12', estimated_max = '2026-05-15'
     WHERE tracking_id = $1`,
    [id],
  );
  await pages.owner('UPDATE shipments SET delivery_mode = 4 WHERE label = $1', [labelOf(id, 1)]);
  await pages.record(
    labelOf(id, 1),
    ['2026-05-02T12:00Z', 'Retirado'],
    ['2026-05-03T12:00Z', 'En Tránsito al Remitente'],
  );
  const { page } = await pages.open(id);
  expect(textsOf(page, 'estimated')).toEqual(['Llegada estimada al vendedor: entre el 12/05 y el 15/05']);
  expect(page).not.toContain('Entrega estimada');
  expect(page).toMatch(/aria-current="step">En camino</);
});

test('the page of an order for a pickup point shows the point', async () => {
  const id = await pages.create({ delivery_mode: 2 });
  await pages.owner(
    `UPDATE orders SET pickup_point = '{"code":"R1","name":"Kiosco Don Tito","street":"Belgrano 455","city":"Neuquén"}'
       WHERE tracking_id = $1`,
    [id],
  );
  expect(textsOf((await pages.open(id)).page, 'lead')).toEqual([
    'Punto de retiro: Kiosco Don Tito, Belgrano 455, Neuquén',
  ]);
});

test('the page of an order without shipments shows a notice', async () => {
  const id = await pages.create();
  const ofIt = 'shipment_id = (SELECT id FROM shipments WHERE label = $1)';
  for (const rows of [`shipment_items WHERE ${ofIt}`, `shipment_events WHERE ${ofIt}`, 'shipments WHERE label = $1']) {
    await pages.owner(`DELETE FROM ${rows}`, [labelOf(id, 1)]);
  }
  const { status, page } = await pages.open(id);
  expect(status).toBe(200);
  expect(page).toContain('El vendedor todavía no cargó los paquetes de este envío.');
});

test('the page exists even if the portal links to an external tracking page', async () => {
  const elsewhere = await startTrackingPages({ TRACKING_URL: 'https://otro.example/?n={id}' });
  try {
    expect((await elsewhere.open(await elsewhere.create())).status).toBe(200);
  } finally {
    await elsewhere.stop();
  }
});
