// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import * as events from '#shared/orders/staff-events.ts';
import * as search from '#shared/orders/staff-shipment/staff-search.ts';
import { readStaffShipment, type StaffShipmentHistory } from '#shared/orders/staff-shipments.ts';
import { refuse, reply } from '#test/screens/fake-gateway.ts';
import { loggedIn } from '#test/screens/open-console.tsx';
import { axeViolations, consoleErrors } from '#test/screens/open-portal.tsx';
import { alertAppears, bodiesOf, button, dialog, dialogsClosed, field, write } from '#test/screens/typing.ts';
import { answerAbout, LABEL, open, read, shipment } from './staff-shipment-page.ts';

const QUESTION = `¿Registrar Entregado para el envío ${LABEL}?`;

const found = (label: string, changes: Partial<search.StaffFoundShipment> = {}): search.StaffFoundShipment => ({
  found_by: 'name',
  client_id: 7,
  company: 'Mates del Sur',
  id: 1,
  order_id: 'W-1',
  shipment_id: label,
  tracking_id: label.slice(0, 11),
  state: 'En Curso',
  created_at: '2026-11-20T10:00:00-03:00',
  receiver_name: 'Lucía Paz',
  receiver_phone: '•••765',
  document: '•••333',
  ...changes,
});

const onPage = (name: string) => screen.findByRole('heading', { level: 1, name });

const shipmentShown = () => screen.findByRole('table', { name: 'Historial' });

describe('the search of the header', () => {
  test('is reached by a key, and its results are gone through and opened by keyboard; the address names no person', async () => {
    const results = [found(LABEL), found('7K3MQ9XW2RM-2')];
    const { container, user, received, stop } = await open('/consola/sesion', [
      reply(search.searchShipments, { results, more: true }),
      read,
    ]);
    await user.keyboard('/');
    expect(screen.getByLabelText('Buscar envíos')).toHaveFocus();
    await user.keyboard('lucía paz{Enter}');
    await screen.findByRole('link', { name: LABEL });
    expect(window.location.pathname + window.location.search).toBe('/consola/buscar');
    expect(bodiesOf(received, search.searchShipments)).toEqual([{ text: 'lucía paz' }]);
    expect(screen.getByText('Más de 2 envíos')).toBeVisible();
    expect(screen.getAllByText('•••765')).toHaveLength(2);
    expect(await axeViolations(container)).toEqual([]);
    await user.keyboard('j{ArrowDown}');
    expect(screen.getByRole('link', { name: '7K3MQ9XW2RM-2' })).toHaveFocus();
    await user.keyboard('k{Enter}');
    await onPage(LABEL);
    expect(window.location.pathname).toBe(`/consola/envio/${LABEL}`);
    expect(consoleErrors).toEqual([]);
    stop();
  });

  test.each([`${LABEL.toLowerCase()}`, `https://remito.example/seguimiento/${LABEL}`])(
    'opens the shipment of a scanned label at once: %s',
    async (scanned) => {
      const { user, received } = await open('/consola/sesion', [read]);
      await user.type(screen.getByLabelText('Buscar envíos'), `${scanned}{Enter}`);
      await onPage(LABEL);
      expect(bodiesOf(received, search.searchShipments)).toEqual([]);
    },
  );

  test('opens the only shipment of a tracking id at once', async () => {
    const results = [found(LABEL, { found_by: 'tracking' })];
    const { user } = await open('/consola/sesion', [reply(search.searchShipments, { results, more: false }), read]);
    await user.type(screen.getByLabelText('Buscar envíos'), `${LABEL.slice(0, 11)}{Enter}`);
    await onPage(LABEL);
  });

  test('searches by a chosen kind, and shows what that kind needs', async () => {
    const { user, received } = await open('/consola/sesion', [
      {
        endpoint: search.searchShipments,
        respond: ({ body }) => {
          const refused = (body as { kind?: string }).kind === 'phone';
          if (!refused) return new Response(JSON.stringify({ results: [], more: false }));
          const message = 'Escribí el teléfono completo, con al menos 7 números';
          return new Response(JSON.stringify({ message, errors: [{ field: 'text', message }] }), { status: 422 });
        },
      },
    ]);
    await user.type(screen.getByLabelText('Buscar envíos'), '123{Enter}');
    await screen.findByText('No encontramos envíos');
    await user.selectOptions(screen.getByLabelText('Buscar por'), 'Teléfono');
    await screen.findByText('Escribí el teléfono completo, con al menos 7 números');
    expect(bodiesOf(received, search.searchShipments)).toEqual([{ text: '123' }, { text: '123', kind: 'phone' }]);
  });

  test('without a text, explains what can be searched', async () => {
    await open('/consola/buscar', []);
    await screen.findByText('Escribí qué buscar');
  });
});

describe('a shipment', () => {
  test('shows its company, its history and the buyer’s page; the receiver’s contact only on purpose', async () => {
    const contact = { receiver_phone: '11 4321-8765', document: '31222333', email: 'lucia@correo.example' };
    const { container, user, received } = await open(`/consola/envio/${LABEL}`, [
      read,
      reply(search.showReceiverContact, { results: { ...contact, requested: null } }),
    ]);
    expect(await screen.findByRole('link', { name: 'Mates del Sur' })).toHaveAttribute('href', '/consola/clientes/7');
    const rows = within(screen.getByRole('table', { name: 'Historial' }))
      .getAllByRole('row')
      .slice(1);
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringContaining('En Curso'),
      expect.stringContaining('Retirado'),
      expect.stringContaining('Registrado'),
    ]);
    expect(screen.getByRole('link', { name: 'Ver lo que ve el comprador' })).toHaveAttribute(
      'href',
      `/seguimiento/${LABEL}`,
    );
    expect(container).not.toHaveTextContent('31222333');
    expect(bodiesOf(received, search.showReceiverContact)).toEqual([]);
    expect(await axeViolations(container)).toEqual([]);
    await user.click(button('Mostrar teléfono, documento y email'));
    for (const value of Object.values(contact)) await screen.findByText(value);
    expect(screen.queryByRole('button', { name: 'Mostrar teléfono, documento y email' })).toBeNull();
  });

  test('that doesn’t exist is named', async () => {
    await open(`/consola/envio/${LABEL}`, [refuse(readStaffShipment, 404, 'No encontrado')]);
    await screen.findByText(`Ningún cliente tiene un envío con la etiqueta ${LABEL}.`);
  });

  test('gets an event: only fitting states are offered, and the rule’s refusal comes before sending', async () => {
    const { user, received } = await open(`/consola/envio/${LABEL}`, [
      read,
      reply(events.recordEvents, ({ body }) => {
        const [event] = (body as { events: { event_id: string }[] }).events;
        return answerAbout({ event_id: event?.event_id });
      }),
    ]);
    await shipmentShown();
    await user.click(button('Agregar evento'));
    const form = await dialog('Agregar evento');
    write('Cuándo pasó', '2026-11-17T09:00', form);
    await within(form).findByText('La fecha es anterior a la creación del envío');
    write('Cuándo pasó', '2026-11-20T11:00', form);
    const names = () =>
      within(form)
        .getAllByRole('option')
        .map((one) => one.textContent);
    await waitFor(() => expect(names()).toContain('Entregado'));
    expect(names()).not.toContain('Registrado');
    expect(names()).not.toContain('Devuelto');
    await user.selectOptions(field('Estado', form), 'Entregado');
    expect(await axeViolations(form)).toEqual([]);
    await user.click(button('Agregar', form));
    await user.click(button('Registrar Entregado', await dialog(QUESTION)));
    await alertAppears('El evento se registró');
    await dialogsClosed();
    expect(bodiesOf(received, events.recordEvents)).toEqual([
      {
        events: [
          {
            shipment_id: LABEL,
            state: 'entregado',
            at: '2026-11-20T11:00:00-03:00',
            reason: '',
            event_id: expect.stringMatching(/^consola-[\w-]{36}$/),
          },
        ],
      },
    ]);
  });

  test('gets what was measured when it was checked, the size whole or not at all', async () => {
    const { user, received } = await open(`/consola/envio/${LABEL}`, [
      reply(readStaffShipment, () => ({
        results: { ...shipment(), history: shipment().history.slice(0, 2), state: 'Retirado', state_code: 'retirado' },
      })),
      reply(events.recordEvents, answerAbout()),
    ]);
    await screen.findByRole('button', { name: 'Agregar evento' });
    await user.click(button('Agregar evento'));
    const form = await dialog('Agregar evento');
    expect(within(form).queryByLabelText('Peso (g)')).toBeNull();
    await user.selectOptions(field('Estado', form), 'Controlado');
    write('Largo (cm)', '40', form);
    await user.click(button('Agregar', form));
    await within(form).findAllByText('Falta el peso: las medidas van con él');
    write('Peso (g)', '3400', form);
    await user.click(button('Agregar', form));
    await within(form).findAllByText('Completá largo, ancho y alto, o ninguno de los tres');
    write('Ancho (cm)', '30', form);
    write('Alto (cm)', '20', form);
    expect(await axeViolations(form)).toEqual([]);
    await user.click(button('Agregar', form));
    await alertAppears('El evento se registró');
    expect(bodiesOf(received, events.recordEvents)).toMatchObject([
      { events: [{ state: 'controlado', weight: '3400', length: '40', width: '30', height: '20' }] },
    ]);
  });

  test('keeps a refused event’s form, with the server’s reason', async () => {
    const { user, received } = await open(`/consola/envio/${LABEL}`, [
      read,
      reply(events.recordEvents, answerAbout({ result: 'refused', reason: 'No puede pasar de Entregado' })),
    ]);
    await shipmentShown();
    await user.click(button('Agregar evento'));
    const form = await dialog('Agregar evento');
    await user.selectOptions(field('Estado', form), 'Entregado');
    await user.click(button('Agregar', form));
    await user.click(button('Registrar Entregado', await dialog(QUESTION)));
    await within(form).findByText('No puede pasar de Entregado');
    await user.click(button('Agregar', form));
    await user.click(button('Registrar Entregado', await dialog(QUESTION)));
    await waitFor(() => expect(bodiesOf(received, events.recordEvents)).toHaveLength(2));
    const [first, second] = bodiesOf(received, events.recordEvents) as { events: [{ event_id: string }] }[];
    expect(second?.events[0].event_id).toBe(first?.events[0].event_id);
  });

  test('has a wrong measurement corrected, which begins with what was measured', async () => {
    const measured = { weight: 34_000, length: 40, width: 30, height: 20 };
    const wrong = {
      ...shipment().history[1],
      state: 'Controlado',
      state_code: 'controlado',
      measured,
      event_id: 'e-9',
    };
    const results = {
      ...shipment(),
      history: [...shipment().history.slice(0, 2), { ...wrong, at: shipment().state_at }],
    };
    const { user, received } = await open(`/consola/envio/${LABEL}`, [
      reply(readStaffShipment, () => ({ results: results as StaffShipmentHistory })),
      reply(events.correctEvent, { message: 'El evento se corrigió', results: shipment() }),
    ]);
    await user.click(await screen.findByRole('button', { name: /^Corregir Controlado/ }));
    const form = await dialog('Corregir Controlado');
    await user.selectOptions(field('Estado correcto', form), 'Controlado');
    expect(field('Peso (g)', form)).toHaveValue('34000');
    write('Peso (g)', '3400', form);
    write('Por qué se corrige', 'Sobraba un cero', form);
    await user.click(button('Corregir', form));
    await alertAppears('El evento se corrigió');
    expect(bodiesOf(received, events.correctEvent)).toMatchObject([
      { state: 'controlado', weight: '3400', length: '40', width: '30', height: '20' },
    ]);
  });

  test('whose session ended keeps what was typed, without a message that stays', async () => {
    const { user } = await open(`/consola/envio/${LABEL}`, [
      read,
      refuse(events.recordEvents, 401, 'Tu sesión terminó: ingresá de nuevo'),
    ]);
    await shipmentShown();
    await user.click(button('Agregar evento'));
    const form = await dialog('Agregar evento');
    await user.selectOptions(field('Estado', form), 'Entregado');
    await user.click(button('Agregar', form));
    await user.click(button('Registrar Entregado', await dialog(QUESTION)));
    await waitFor(() => expect(button('Agregar', form)).not.toHaveAttribute('aria-busy', 'true'));
    expect(within(form).queryByText(/Tu sesión terminó/)).toBeNull();
    expect(field('Estado', form)).toHaveValue('entregado');
  });

  test('has a wrong event corrected, which needs a reason', async () => {
    const { user, received } = await open(`/consola/envio/${LABEL}`, [
      read,
      reply(events.correctEvent, { message: 'El evento se corrigió', results: shipment() }),
    ]);
    await shipmentShown();
    await user.click(button('Corregir En Curso, 20/11/2026 10:00'));
    const form = await dialog('Corregir En Curso');
    await user.click(button('Corregir', form));
    await within(form).findByText('Escribí por qué se corrige');
    write('Por qué se corrige', 'Otro envío', form);
    await user.click(button('Corregir', form));
    await alertAppears('El evento se corrigió');
    expect(bodiesOf(received, events.correctEvent)).toEqual([
      {
        corrects: 'e-2',
        state: '',
        reason: '',
        correction_reason: 'Otro envío',
        event_id: expect.stringMatching(/^consola-/),
      },
    ]);
  });

  test('of a role without events names why', async () => {
    await open(`/consola/envio/${LABEL}`, [read], loggedIn('finance'));
    await shipmentShown();
    expect(button('Agregar evento')).toHaveAccessibleDescription(/no podés informar eventos/);
    expect(button('Corregir En Curso, 20/11/2026 10:00')).toHaveAccessibleDescription(/no podés informar eventos/);
  });
});
