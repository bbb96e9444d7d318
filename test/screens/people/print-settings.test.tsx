// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { batchOrderLabels, testLabel } from '#shared/orders/labels.ts';
import { listOrders } from '#shared/orders/orders.ts';
import { listSenderAddresses, readPrintConfig, savePrintConfig } from '#shared/people/account.ts';
import { type Reply, refuse, reply, replyFile, sampleReply } from '#test/screens/fake-gateway.ts';
import { axeViolations, loaded, openPortal } from '#test/screens/open-portal.tsx';
import {
  alertAppears,
  bodiesOf,
  button,
  buttons,
  choose,
  dialog,
  dialogsClosed,
  field,
  optionsOf,
} from '#test/screens/typing.ts';

const SIZES = ['95x125mm', '148x105mm'];
const ONE = '1 etiqueta por hoja';
const TWO = '2 etiquetas por hoja';
const [FORMAT, SIZE, PER_PAGE] = ['Formato', 'Tamaño de etiqueta', 'Etiquetas por hoja'] as const;

/** Builds the gateway's print settings. */
const settings = (labels_per_page: 1 | 2 = 1) =>
  reply(readPrintConfig, () => ({ id: 1, default_format: 'pdf', default_label_size: 1, labels_per_page }));

/** Makes `window.open` fail, as with a pop-up blocker. */
function blockTabs(): void {
  URL.createObjectURL = () => 'blob:labels';
  vi.spyOn(window, 'open').mockReturnValue(null);
}

async function openAccount(replies: Reply[] = [], strict = false) {
  replies.push(settings());
  const portal = await openPortal('/usuario', { replies, settings: { strict } });
  await loaded(portal.container);
  return portal;
}

const form = () => screen.getByLabelText<HTMLFormElement>('Ajustes de Impresión');
const outcome = () => form().querySelector('figcaption [role=status]');
const TEST = 'Imprimir etiqueta de prueba';

describe('print settings', () => {
  test('offer the choices that format and size allow, set the others and explain why', async () => {
    const { container } = await openAccount();
    expect(optionsOf(field(FORMAT))).toEqual(['PDF', 'ZPL']);
    expect(optionsOf(field(SIZE))).toEqual(SIZES);
    expect(optionsOf(field(PER_PAGE))).toEqual([ONE, TWO]);
    expect(outcome()).toHaveTextContent('Cada etiqueta en una hoja de su tamaño, 95x125mm.');

    choose(PER_PAGE, TWO);
    expect(outcome()).toHaveTextContent('Dos etiquetas de 95x125mm, una al lado de la otra, en una hoja A4.');
    choose(SIZE, '148x105mm');
    await waitFor(() => expect(optionsOf(field(PER_PAGE))).toEqual([ONE]));
    expect(field(PER_PAGE)).toHaveValue('1');
    expect(outcome()).toHaveTextContent('En 148x105mm entra una sola etiqueta por hoja.');

    choose(FORMAT, 'ZPL');
    await waitFor(() => expect(optionsOf(field(SIZE))).toEqual(['95x125mm']));
    expect(field(SIZE)).toHaveValue('1');
    expect(outcome()).toHaveTextContent(/^ZPL es para impresoras térmicas/);
    expect(await axeViolations(container)).toEqual([]);

    choose(FORMAT, 'PDF');
    await waitFor(() => expect(optionsOf(field(SIZE))).toEqual(SIZES));
    expect(optionsOf(field(PER_PAGE))).toEqual([ONE, TWO]);
    expect(field(SIZE)).toHaveValue('1');
  });

  test('that were refused show the reason and keep the selection', async () => {
    const { user } = await openAccount([refuse(savePrintConfig, 500, 'No pudimos guardar los ajustes')]);
    choose(PER_PAGE, TWO);
    await user.click(button('Guardar', form()));
    await alertAppears('No pudimos guardar los ajustes');
    expect(field(PER_PAGE)).toHaveValue('2');
    expect(localStorage.getItem('print_config_changed')).not.toBe('true');
  });

  test('that were changed but not saved require a confirmation before the page is left', async () => {
    const { user } = await openAccount();
    const leave = () => user.click(screen.getByText('Estadísticas', { selector: 'nav a, nav a *' }));
    choose(FORMAT, 'ZPL');
    await leave();
    const question = 'Vas a perder los cambios de los ajustes de impresión';
    await user.click(button('Seguir acá', await dialog(question)));
    await dialogsClosed();
    expect(field(FORMAT)).toHaveValue('zpl');
    await leave();
    await user.click(button('Salir', await dialog(question)));
    await waitFor(() => expect(window.location.pathname).toBe('/estadisticas'));
  });

  test('that couldn’t be loaded, and addresses that couldn’t, show an error and load on retry', async () => {
    const replies = [refuse(readPrintConfig, 422, 'x'), refuse(listSenderAddresses, 422, 'x')];
    const { container, user } = await openAccount(replies);
    expect(screen.getAllByText('Ocurrió un error')).toHaveLength(2);
    expect(await axeViolations(container)).toEqual([]);
    replies.splice(0, 2);
    for (const again of buttons('Reintentar')) await user.click(again);
    await waitFor(() => expect(field(FORMAT)).toBeInTheDocument());
    await waitFor(() => expect(screen.queryByText('Ocurrió un error')).toBeNull());
  });
});

test('a half-used sheet of two labels can be used up first, after a confirmation', async () => {
  blockTabs();
  const [order] = sampleReply(listOrders, 1).results;
  const results = [{ ...order, id: 12, order_id: 'A-12', printable: true, printed_by_client: false }];
  const list = { results, pagination: { page: 1, pages: 1, total: 1, limit: 10 } };
  const replies = [reply(listOrders, () => list), settings(2), replyFile(batchOrderLabels, '%PDF', 'etiquetas.pdf')];
  const { container, user, received } = await openPortal('/ordenes', { replies });
  await loaded(container);
  await user.click(button('Imprimir en lote'));
  await user.click(await screen.findByLabelText('Elegir A-12'));
  const half = () => field('Empezar en la segunda mitad de la hoja');
  await user.click(await screen.findByLabelText('Empezar en la segunda mitad de la hoja'));
  await user.click(button('Imprimir (1)'));
  await waitFor(() => expect(bodiesOf(received, batchOrderLabels)).toEqual([{ orders_id: [12], start_at: 2 }]));
  await waitFor(() => expect(half()).not.toBeChecked());
});

describe('the test label', () => {
  test('is disabled until the settings are saved', async () => {
    const { user } = await openAccount([
      reply(savePrintConfig, (request) => ({ message: '', results: { id: 1, ...(request.body as object) } })),
    ]);
    choose(PER_PAGE, TWO);
    expect(button(TEST)).toHaveAttribute('aria-disabled', 'true');
    expect(button(TEST)).toHaveAccessibleDescription('Guardá los cambios para probarlos');
    await user.click(button('Guardar', form()));
    await waitFor(() => expect(button(TEST)).not.toHaveAttribute('aria-disabled'));
  });

  test('that can’t be printed shows an error and can be retried', async () => {
    blockTabs();
    const told = vi.spyOn(window, 'alert').mockReturnValue();
    const replies = [refuse(testLabel, 503, 'x')];
    const { container, user } = await openAccount(replies);
    await user.click(button(TEST));
    await screen.findByText('No se pudieron imprimir las etiquetas de prueba.');
    expect(told.mock.calls).toEqual([['Hubo un problema con la impresion de etiquetas']]);
    expect(await axeViolations(container)).toEqual([]);
    replies[0] = replyFile(testLabel, '%PDF', 'prueba.pdf');
    await user.click(button('Reintentar', form()));
    await waitFor(() => expect(screen.queryByText(/^No se pudieron imprimir/)).toBeNull());
  });

  test('is not offered if the gateway has no additions', async () => {
    await openAccount([], true);
    expect(button('Guardar', form())).toBeInTheDocument();
    expect(buttons(TEST)).toEqual([]);
  });
});
