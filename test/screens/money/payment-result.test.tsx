// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { paymentResult } from '#shared/money/payments.ts';
import { batchOrderLabels } from '#shared/orders/labels.ts';
import { openTabs } from '#test/screens/browser-windows.ts';
import { changeEvents } from '#test/screens/change-events.ts';
import { reply, replyFile } from '#test/screens/fake-gateway.ts';
import { button, findButton, requestsOf } from '#test/screens/list-page.ts';
import { loaded, openPortal } from '#test/screens/open-portal.tsx';
import { OPEN_PAYMENT } from './payment-samples.ts';

const UNVERIFIED = 'Todavía no pudimos verificarlo.';
const unknown = reply(paymentResult, { results: { verified: false, status: null, payment: null, to_print: null } });

const IN_PROCESS = {
  title: 'Operación en proceso',
  heading: 'Pago en proceso',
  text: 'El pago esta siendo procesado, revise más tarde desde la sección de pagos',
  buttons: ['Cerrar', 'Ir a pagos'],
};
const FAILED = {
  title: 'Ocurrió un error en el pago',
  heading: null,
  text: 'Por favor, vuelva a intentarlo más tarde o comuníquese con soporte',
  buttons: ['Aceptar'],
};

/** D1 §2, Payment-result dialog, with readings C18. */
const TEXTS = {
  approved: {
    title: 'Operación Realizada',
    heading: 'Pago aprobado',
    text: 'El pago ha sido aprobado correctamente',
    buttons: ['Cerrar'],
  },
  in_process: IN_PROCESS,
  pending: IN_PROCESS,
  null: {
    title: 'Operación no realizada',
    heading: 'Pago pendiente',
    text: 'El proceso de pago no se ha realizado, por favor revisar el mismo y retomarlo desde la sección de pagos',
    buttons: ['Cerrar', 'Ir a pagos'],
  },
  rejected: FAILED,
  'algo-nuevo': FAILED,
};

const dialog = () => screen.findByRole('dialog');
const address = () => window.location.pathname + window.location.search;

/** Navigates like the back button, without reloading the portal. */
const turnTo = (to: string) =>
  act(async () => {
    window.history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  });

describe('The way back from the payment provider', () => {
  test.each([
    ['our own gateway', false],
    ['a gateway with the strict contract', true],
  ])(
    'shows the specified texts for each status with %s, and closing the dialog removes the parameters from the address',
    async (_what, strict) => {
      const { container, user } = await openPortal('/ordenes', { replies: [unknown], settings: { strict } });
      await loaded(container);
      for (const [status, { title, heading, text, buttons }] of Object.entries(TEXTS)) {
        await turnTo(`/ordenes?payment_id=12345&collection_status=${status}`);
        const shown = within(await dialog());
        expect(shown.getByRole('heading')).toHaveTextContent(title);
        if (heading) expect(shown.getByText(heading)).toBeInTheDocument();
        expect(shown.getByText(text)).toBeInTheDocument();
        expect(shown.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(buttons);
        if (strict) expect(shown.queryByText(UNVERIFIED)).toBeNull();
        else expect(await shown.findByText(UNVERIFIED)).toBeInTheDocument();
        await user.click(shown.getByRole('button', { name: buttons[0] as string }));
        expect(screen.queryByRole('dialog')).toBeNull();
        expect(address()).toBe('/ordenes');
      }
      await turnTo('/ordenes?payment_id=12345&collection_status=null');
      await user.click(within(await dialog()).getByRole('button', { name: 'Ir a pagos' }));
      await waitFor(() => expect(address()).toBe('/pagos'));
    },
  );

  test('is read from the start page’s hash, of which only the provider’s parameters are kept', async () => {
    const query = 'collection_id=7&collection_status=approved&payment_id=7&site_id=MLA';
    for (const start of [`/#close?${query}&cliente=x`, `/#/close?${query}`, `/?${query}#close`]) {
      cleanup();
      const { user } = await openPortal(start, { replies: [unknown] });
      expect(await dialog()).toHaveTextContent('Pago aprobado');
      expect(Object.fromEntries(new URLSearchParams(window.location.search))).toEqual({
        collection_id: '7',
        collection_status: 'approved',
        payment_id: '7',
        site_id: 'MLA',
      });
      await user.keyboard('{Escape}');
      expect(address()).toBe('/ordenes');
      expect(screen.queryByRole('dialog')).toBeNull();
    }
  });

  test('shows no dialog unless payment and status are both in the address', async () => {
    const { container } = await openPortal('/ordenes?payment_id=1', { replies: [unknown] });
    await loaded(container);
    expect(screen.queryByRole('dialog')).toBeNull();
    await turnTo('/ordenes?collection_status=approved');
    await loaded(container);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('shows a result that the payment doesn’t confirm as unverified, with the payment’s known data', async () => {
    const replies = [
      reply(paymentResult, { results: { verified: false, status: null, payment: OPEN_PAYMENT, to_print: null } }),
      unknown,
    ];
    const claim = '/#close?payment_id=99&collection_status=approved&external_reference=77&preference_id=abc';
    const { received } = await openPortal(claim, { replies });
    const shown = await dialog();
    await waitFor(() => expect(shown).toHaveTextContent(UNVERIFIED));
    expect(shown).toHaveTextContent('Pago aprobado');
    expect(shown).toHaveTextContent('G-1, G-2');
    expect(shown).toHaveTextContent('Pendiente de Pago');
    expect(received.find(({ endpoint }) => endpoint === paymentResult)?.query).toEqual({
      payment_id: '99',
      external_reference: '77',
      preference_id: 'abc',
    });
    cleanup();
    replies.shift();
    await openPortal(claim, { replies });
    await waitFor(async () => expect(await dialog()).toHaveTextContent(UNVERIFIED));
    expect(await dialog()).not.toHaveTextContent('G-1');
  });

  test('of a payment by coupon changes live from waiting to paid', async () => {
    const events = changeEvents();
    const waiting = { ...OPEN_PAYMENT, detail: 'Esperando el pago del cupón' };
    const paid = { ...OPEN_PAYMENT, state: { id: 56, name: 'Pago confirmado' } };
    const replies = [
      reply(paymentResult, { results: { verified: true, status: 'in_process', payment: waiting, to_print: null } }),
      reply(paymentResult, { results: { verified: true, status: 'approved', payment: paid, to_print: null } }),
      events.reply,
    ];
    await openPortal('/#close?payment_id=9&collection_status=pending', { replies });
    const shown = await dialog();
    await waitFor(() => expect(shown).toHaveTextContent('Esperando el pago del cupón'));
    expect(shown).toHaveTextContent('Pago en proceso');
    replies.shift();
    events.publish({ kind: 'payment', id: 77 });
    await waitFor(() => expect(shown).toHaveTextContent(/Verificado\s*Aprobado/));
    expect(shown).toHaveTextContent('Pago confirmado');
  });

  test('of a confirmed payment prints the labels of its orders, and opens them again without another delivery', async () => {
    const tabs = openTabs();
    const paid = { ...OPEN_PAYMENT, state: { id: 56, name: 'Pago confirmado' } };
    const results = { verified: true, status: 'approved' as const, payment: paid };
    const replies = [
      reply(paymentResult, { results: { ...results, to_print: { orders_id: [12, 13], labels: 3 } } }),
      replyFile(batchOrderLabels, '%PDF', 'etiquetas.pdf'),
    ];
    const { user, received } = await openPortal('/#close?payment_id=9&collection_status=approved', { replies });
    const shown = await dialog();
    const print = await findButton('Imprimir las 3 etiquetas', shown);
    replies[0] = reply(paymentResult, { results: { ...results, to_print: null } });
    await user.click(print);
    await waitFor(() => expect(shown).toHaveTextContent('2 órdenes · 3 etiquetas listas'));
    expect(requestsOf(received, batchOrderLabels).map(({ body }) => body)).toEqual([{ orders_id: [12, 13] }]);
    await user.click(button('Abrir de nuevo', shown));
    await waitFor(() =>
      expect(tabs.map(({ shows }) => shows)).toEqual([
        expect.stringMatching(/^blob:/),
        expect.stringMatching(/^blob:/),
      ]),
    );
    expect(requestsOf(received, batchOrderLabels)).toHaveLength(1);
  });
});
