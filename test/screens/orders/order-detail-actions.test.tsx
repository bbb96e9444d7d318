// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { cancelOrder, type OrderDetail, readOrder } from '#shared/orders/orders.ts';
import { cancelShipment, readOrderStates, returnShipment } from '#shared/orders/shipments.ts';
import { type Reply, refuse, reply } from '#test/screens/fake-gateway.ts';
import { answer, button, buttons, expectAlert, question, requestsOf } from '#test/screens/list-page.ts';
import { loaded, openPortal } from '#test/screens/open-portal.tsx';
import { orderDetail, shippingOf, specified, trackingOf } from './order-replies.ts';

const ADDRESS = `/ordenes/detalle/${trackingOf(1)}`;
const [FIRST, SECOND, THIRD] = [1, 2, 3].map((number) => `${trackingOf(1)}-${number}`);
const BLOCKED = 'Esta acción no está habilitada para órdenes en este estado';
const GONE = 'El envío ya salió a reparto';

const card = (number: number) => button(new RegExp(`^Envío #K7M2P9QX001-${number}`));
const sectionOf = (number: number) => card(number).closest('section') as HTMLElement;

/** The current order: every read builds its reply from it. */
const current = (order: () => Partial<OrderDetail>) => reply(readOrder, () => ({ results: orderDetail(order()) }));
const collected = (...numbers: number[]) => numbers.map((number) => shippingOf(number, { state: 'Retirado' }));

describe('On the order detail', () => {
  test('cancelling one shipment leaves the others active', async () => {
    let state = 'Registrado';
    const order = current(() => ({
      shippings: [shippingOf(1, { state, cancellable: state !== 'Cancelado' }), shippingOf(2)],
      cancellable: state !== 'Cancelado',
    }));
    const done = reply(cancelShipment, () => {
      state = 'Cancelado';
      return { message: 'ok' };
    });
    const { container, user, received } = await openPortal(ADDRESS, { replies: [order, done] });
    await loaded(container);
    await user.click(card(1));
    await user.click(button('Cancelar envío'));
    expect(await question()).toHaveTextContent('El resto de los envíos asociados a la orden seguirán su curso normal');
    await answer(user, 'Cancelar envío');
    await expectAlert('Envío cancelado', `El envío ${FIRST} ha sido cancelado con éxito`);
    expect(requestsOf(received, cancelShipment).map(({ url }) => url.pathname)).toEqual([
      `/api/v1/client/shipping/${FIRST}/cancel`,
    ]);
    await waitFor(() => expect(card(1)).toHaveTextContent('Cancelado'));
    expect(card(2)).toHaveTextContent('Registrado');
    expect(button('Cancelar orden')).toHaveAttribute('aria-disabled', 'true');
    expect(button('Cancelar orden')).toHaveAccessibleDescription(BLOCKED);
  });

  test('a refused cancellation shows the reason and the order’s current state', async () => {
    let state = 'Registrado';
    const order = current(() => ({ shippings: [shippingOf(1, { state })] }));
    const refused: Reply = {
      endpoint: cancelOrder,
      respond: (request) => {
        state = 'Retirado';
        return refuse(cancelOrder, 422, BLOCKED).respond(request);
      },
    };
    const { container, user } = await openPortal(ADDRESS, { replies: [order, refused] });
    await loaded(container);
    await user.click(button('Cancelar orden'));
    await answer(user, 'Cancelar orden');
    const failed = 'Ocurrió un error al cancelar la orden W-1';
    await expectAlert(failed, BLOCKED, 'Por favor, vuelva a intentarlo más tarde');
    await waitFor(() => expect(card(1)).toHaveTextContent('Retirado'));
  });

  test.each([false, true])(
    'cancelling printed labels shows that they have to be discarded (strict: %s)',
    async (strict) => {
      const body = {
        results: orderDetail({ printed_by_client: true, shippings: [shippingOf(1, { printed_by_client: true })] }),
      };
      const replies = [reply(readOrder, strict ? specified(readOrder, body) : body)];
      const { container, user } = await openPortal('/ordenes/detalle/1', { settings: { strict }, replies });
      await loaded(container);
      expect(screen.getByText('Las etiquetas ya están impresas.')).toBeVisible();
      await user.click(button('Cancelar orden'));
      await answer(user, 'Cancelar orden');
      await expectAlert('Orden cancelada', 'Las etiquetas impresas ya no sirven: descartalas');
    },
  );

  test('returns are only offered if the address allows them', async () => {
    const order = current(() => ({ shippings: collected(1, 2) }));
    const { container } = await openPortal(`${ADDRESS}?devolucion=0`, { replies: [order] });
    await loaded(container);
    expect(button('Imprimir etiquetas')).toBeVisible();
    expect(buttons('Solicitar devolución')).toEqual([]);
  });

  test.each([false, true])(
    'returns are requested per shipment, and a failed one can be requested again alone (strict: %s)',
    async (strict) => {
      const body = { results: orderDetail({ shippings: collected(1, 2) }) };
      const refused: Reply = {
        endpoint: returnShipment,
        respond: (request) => {
          const whole = request.url.pathname.includes(`${SECOND}`) && requestsOf(received, returnShipment).length <= 2;
          return (whole ? refuse(returnShipment, 422, GONE) : reply(returnShipment, { message: 'ok' })).respond(
            request,
          );
        },
      };
      const replies = [reply(readOrder, strict ? specified(readOrder, body) : body), refused];
      const { container, user, received } = await openPortal('/ordenes/detalle/1?devolucion', {
        settings: { strict },
        replies,
      });
      await loaded(container);
      await user.click(button('Solicitar devolución'));
      expect(await question()).toHaveTextContent('W-1');
      await answer(user, 'Solicitar devolución');
      await expectAlert(
        'Devolución solicitada en parte',
        'Se pidió la devolución de 1 envío.',
        `El envío ${SECOND} no se pudo: ${GONE}`,
      );
      expect(requestsOf(received, returnShipment).map(({ url }) => url.pathname)).toEqual([
        `/api/v1/client/shipping/${FIRST}/return`,
        `/api/v1/client/shipping/${SECOND}/return`,
      ]);
      await user.click(card(2));
      await user.click(button('Solicitar devolución', sectionOf(2)));
      await answer(user, 'Solicitar devolución');
      await expectAlert(`La devolución del envío ${SECOND} ha sido solicitada con éxito`);
    },
  );

  test.each([false, true])(
    'a return that fails for every shipment shows one error that names them (strict: %s)',
    async (strict) => {
      const body = { results: orderDetail({ shippings: collected(1, 2, 3) }) };
      const order = reply(readOrder, strict ? specified(readOrder, body) : body);
      const replies = [order, refuse(returnShipment, 422, GONE)];
      const { container, user } = await openPortal('/ordenes/detalle/1?devolucion', { settings: { strict }, replies });
      await loaded(container);
      await user.click(button('Solicitar devolución'));
      await answer(user, 'Solicitar devolución');
      await expectAlert(`Los envíos ${FIRST}, ${SECOND} y ${THIRD} no se pudieron: ${GONE}`);
      const alerts = [...document.querySelectorAll('li[data-state="open"]')]
        .map(({ textContent }) => textContent)
        .join();
      expect(alerts.match(/ya salió a reparto/g)).toHaveLength(1);
    },
  );
});

describe('Incidents on the order detail', () => {
  const PENDING = 'Ya hay una modificación pendiente de aprobación';
  const waiting = {
    state: 'Pendiente',
    reason: null,
    requested_at: '2026-06-11T09:15:00-03:00',
    decided_at: null,
    changes: [{ field: 'address_street_number', before: '1234', after: '1236' }],
  };
  const panel = (title: string) => screen.getByText(title).closest('section') as HTMLElement;

  test('a pending change is shown field by field, and Editar shows why it is disabled', async () => {
    const order = current(() => ({
      can_request_edit: false,
      last_modification_incidence_state: 'Pendiente',
      last_modification: waiting,
    }));
    const { container } = await openPortal(ADDRESS, { replies: [order] });
    await loaded(container);
    const edit = button('Editar', panel('Destinatario'));
    expect(edit).toHaveAttribute('aria-disabled', 'true');
    expect(edit).toHaveAccessibleDescription(PENDING);
    const asked = panel('Última modificación');
    expect(asked).toHaveTextContent('Pendiente');
    expect(asked).toHaveTextContent(/Pedida\s*11\/06\/2026 09:15/);
    expect(asked).toHaveTextContent(/Altura\s*1234\s*1236/);
  });

  test('Editar shows why it is disabled with a gateway that has no additions too', async () => {
    const body = orderDetail({ can_request_edit: false, last_modification_incidence_state: 'Pendiente' });
    const replies = [reply(readOrder, specified(readOrder, { results: body }))];
    const { container } = await openPortal('/ordenes/detalle/1', { settings: { strict: true }, replies });
    await loaded(container);
    expect(button('Editar', panel('Destinatario'))).toHaveAccessibleDescription(PENDING);
    expect(screen.getByText('Última modificación')).toBeVisible();
  });

  test('a lost shipment is reported in one sentence, and its order can’t be edited', async () => {
    const order = current(() => ({
      order_state: { name: 'Con Incidencia' },
      shippings: [shippingOf(1, { state: 'Extraviado' })],
      can_request_edit: false,
    }));
    const states = [{ desde: '01/03/2026 09:00', state: 'Extraviado', reason: null }];
    const history = reply(readOrderStates, {
      results: { shippings: [{ shipment_id: `${FIRST}`, steps: [{ name: '', states }] }] },
    });
    const { container } = await openPortal(ADDRESS, { replies: [order, history] });
    await loaded(container);
    expect(screen.getByText('Con Incidencia')).toBeVisible();
    await waitFor(() => expect(container).toHaveTextContent(`El envío ${FIRST} se extravió. Comunicate con soporte.`));
    expect(panel('Destinatario')).not.toHaveTextContent('Editar');
  });

  test('outdated labels are marked on the order and on their shipment', async () => {
    const order = current(() => ({
      printed_by_client: false,
      label_outdated: true,
      shippings: [shippingOf(1, { label_outdated: true })],
    }));
    const { container } = await openPortal(ADDRESS, { replies: [order] });
    await loaded(container);
    expect(screen.getByText('Las etiquetas impresas quedaron desactualizadas.')).toBeVisible();
    expect(card(1)).toHaveTextContent('Etiqueta desactualizada');
    expect(button('Reimprimir etiquetas')).toBeVisible();
  });
});
