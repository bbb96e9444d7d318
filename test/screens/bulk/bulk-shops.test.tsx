// @vitest-environment jsdom
import { waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { listMappings, saveMapping, uploadBatch } from '#shared/bulk/batches.ts';
import type { BulkMapping } from '#shared/bulk/layout/mapping.ts';
import { messages } from '#shared/kit/messages.ts';
import { listPackagePresets } from '#shared/orders/product/package-presets.ts';
import { listProducts } from '#shared/orders/product/products.ts';
import { type ReceivedRequest, reply } from '#test/screens/fake-gateway.ts';
import { chooseFile, textOf } from '#test/screens/files.ts';
import { button, dialogsClosed, field, write } from '#test/screens/typing.ts';
import { shopifyExport } from '#test/texts/shopify-export.ts';
import { tiendanubeExport } from '#test/texts/tiendanube-export.ts';
import { cell, openBulk, openUpload, readinessIs } from './bulk-form.ts';

/** Whether the part of the portal that converts orders can't be loaded, as after a deployment. */
const broken = { fileSheet: false };

vi.mock(import('#web/bulk/sender/batches/mapping/file-sheet.ts'), async (original) => {
  const whole = await original();
  return {
    ...whole,
    fileSheet: (...given) => (broken.fileSheet ? Promise.reject(new TypeError('chunk')) : whole.fileSheet(...given)),
  };
});

const uploads = (received: readonly ReceivedRequest[]) => received.filter(({ endpoint }) => endpoint === uploadBatch);

const fileOf = (request: ReceivedRequest | undefined) => {
  if (!(request?.body instanceof FormData)) throw new Error('no file was sent');
  return textOf(request.body.get('file') as Blob);
};

/** A row of Tiendanube with all that an order needs. */
const HEADERS =
  'Número de orden;Email;Estado de la orden;Estado del envío;Nombre para el envío;Teléfono para el envío;DNI / CUIT;Dirección;Número;Piso;Localidad;Ciudad;Código postal;Provincia o estado;País;Nombre del producto;Precio del producto;Cantidad del producto;SKU\r\n';
const sale = ({
  number = '101',
  state = 'Abierta',
  street = 'Mitre',
  house = '120',
  name = 'Ana Paz',
  sku = '',
} = {}) =>
  `${number};ana@example.com;${state};No está empaquetado;${name};1158732046;30111222;${street};${house};3 B;Palermo;Capital Federal;1425;Capital Federal;Argentina;Taza;1500.00;2;${sku}\r\n`;

const fill = (open: HTMLElement) => {
  for (const [label, value] of [
    ['Largo (cm)', '30'],
    ['Ancho (cm)', '20'],
    ['Alto (cm)', '10'],
    ['Peso (g)', '900'],
  ] as const) {
    write(label, value, open);
  }
};

describe('the export of a shop', () => {
  test.each([
    ['Tiendanube', tiendanubeExport],
    ['Shopify', shopifyExport],
  ])('of %s is sent after one step, without its columns being asked', async (shop, build) => {
    const { user, received } = await openBulk();
    const open = await openUpload(user);
    const file = build();
    chooseFile(new Uint8Array(file.bytes), 'ventas.csv');
    await waitFor(() => expect(open).toHaveTextContent(`Exportación de ${shop}`));
    const count = file.ready.length + file.missing.length;
    expect(open).toHaveTextContent(`${count} órdenes para enviar, de 300`);
    fill(open);
    await user.click(button('Continuar', open));
    await waitFor(() => expect(open).toHaveTextContent(`${file.missing.length} para corregir`));
    expect(open).toHaveTextContent(
      /Quedan afuera: .*canceladas o reembolsadas, .*ya enviadas, .*que se retiran en tu local/,
    );
    await user.click(button(`Enviar solo ${file.ready.length} filas listas`, open));
    await user.click(button('Enviar las listas'));
    await waitFor(() => expect(open).toHaveTextContent('Enviamos las filas que estaban listas'));
    const sent = await fileOf(uploads(received)[0]);
    for (const order of [file.ready[0], file.ready.at(-1)]) expect(sent).toContain(`"${order}"`);
    for (const order of [file.leftOut[0], file.missing[0]?.order]) expect(sent).not.toContain(`"${order}"`);
  });

  test('asks for sizes and weight, and says at the field what is wrong', async () => {
    const { user } = await openBulk();
    const open = await openUpload(user);
    chooseFile(HEADERS + sale());
    await waitFor(() => expect(open).toHaveTextContent('1 orden para enviar, de 1 en 1 fila'));
    await user.click(button('Continuar', open));
    await waitFor(() => expect(field('Largo (cm)', open)).toHaveFocus());
    expect(field('Largo (cm)', open)).toHaveAccessibleDescription('El largo es obligatorio');
    expect(field('Peso (g)', open)).toBeInvalid();
    // The shop has the document and the price of this order.
    expect(open).not.toHaveTextContent('Documento, si falta');
    expect(open).not.toHaveTextContent('si el total es 0');
  });

  test('takes sizes and weight from a package preset', async () => {
    const preset = { id: 7, name: 'Caja chica', length: 31, width: 21, height: 11, weight: 950 };
    const { user } = await openBulk({ replies: [reply(listPackagePresets, () => ({ results: [preset] }))] });
    const open = await openUpload(user);
    chooseFile(HEADERS + sale());
    await waitFor(() => expect(open).toHaveTextContent('Paquete frecuente'));
    await user.selectOptions(field('Paquete frecuente', open), '7');
    expect(field('Largo (cm)', open)).toHaveValue('31');
    await user.click(button('Continuar', open));
    await readinessIs('1 fila lista');
    expect(cell('950')).toBeVisible();
  });

  test('leaves out cancelled orders visibly, and takes them in when the sender wants', async () => {
    const { user, received } = await openBulk();
    const open = await openUpload(user);
    chooseFile(HEADERS + sale() + sale({ number: '102', state: 'Cancelada' }));
    await waitFor(() => expect(open).toHaveTextContent('1 orden para enviar, de 2'));
    fill(open);
    await user.click(field('Enviar 1 cancelada o reembolsada', open));
    await waitFor(() => expect(open).toHaveTextContent('2 órdenes para enviar, de 2'));
    await user.click(button('Continuar', open));
    await readinessIs('2 filas listas');
    expect(open).not.toHaveTextContent('Quedan afuera');
    await user.click(button('Enviar Lote', open));
    await dialogsClosed();
    expect(await fileOf(uploads(received)[0])).toContain('"102"');
  });

  test('marks what was guessed until it is corrected, and sends it all the same', async () => {
    const { user } = await openBulk();
    const open = await openUpload(user);
    chooseFile(HEADERS + sale() + sale({ number: '102', street: 'Rivadavia 5050', house: '3' }));
    await waitFor(() => expect(open).toHaveTextContent('2 órdenes para enviar'));
    fill(open);
    await user.click(button('Continuar', open));
    await readinessIs('2 filas listas · 1 con datos para revisar');
    expect(cell('Rivadavia 5050')).toHaveAccessibleDescription(/Separamos «Rivadavia 5050 · 3 · 3 B»/);
    await user.click(field('Solo para revisar', open));
    expect([...open.querySelectorAll('tbody th')].map(({ textContent }) => textContent)).toEqual(['3para revisar']);
    await user.click(cell('Rivadavia 5050'));
    await user.keyboard('Rivadavia{Enter}');
    await waitFor(() => expect(cell('Rivadavia')).not.toHaveAccessibleDescription());
    expect(button('Enviar Lote', open)).not.toHaveAttribute('aria-disabled', 'true');
  });

  test('shortens a long order number and keeps the whole one in the observations', async () => {
    const { user } = await openBulk();
    const open = await openUpload(user);
    const number = 'TIENDA-ARGENTINA-2026-000123';
    chooseFile(HEADERS + sale({ number }));
    await waitFor(() => expect(open).toHaveTextContent('1 orden para enviar'));
    fill(open);
    await user.click(button('Continuar', open));
    await readinessIs('1 fila lista');
    expect(open).toHaveTextContent('Acortamos 1 número de orden de más de 20 caracteres');
    expect(cell(`Orden de la tienda: ${number}`)).toBeVisible();
    expect(open.querySelector('tbody')?.textContent).toMatch(/TIEN~\w{4}~026-000123/);
  });

  test.each([false, true])('proposes what was chosen for the last file of the shop, strict %s', async (strict) => {
    const saved: BulkMapping[] = [];
    const replies = [
      reply(listMappings, () => ({ results: saved })),
      reply(saveMapping, ({ body }) => {
        saved.push(body as BulkMapping);
        return { message: '', results: body as never };
      }),
    ];
    const { user, received } = await openBulk({ replies, strict });
    const open = await openUpload(user);
    chooseFile(HEADERS + sale());
    await waitFor(() => expect(open).toHaveTextContent('1 orden para enviar'));
    fill(open);
    await user.click(button('Continuar', open));
    await readinessIs('1 fila lista');
    await user.click(button('Elegir otro archivo', open));
    chooseFile(HEADERS + sale({ number: '103' }));
    await waitFor(() => expect(field('Largo (cm)', open)).toHaveValue('30'));
    expect(field('Peso (g)', open)).toHaveValue('900');
    const calls = received.filter(({ endpoint }) => endpoint === saveMapping || endpoint === listMappings);
    expect(calls.length > 0).toBe(!strict);
    await user.click(button('Continuar', open));
    await readinessIs('1 fila lista');
    // Back to the choices, which can still be changed.
    await user.click(button('Cambiar datos para todas', open));
    await waitFor(() => expect(field('Alto (cm)', open)).toHaveValue('10'));
  });

  test('asks before corrections are lost for other data for all orders', async () => {
    const { user } = await openBulk();
    const open = await openUpload(user);
    chooseFile(HEADERS + sale());
    await waitFor(() => expect(open).toHaveTextContent('1 orden para enviar'));
    fill(open);
    await user.click(button('Continuar', open));
    await readinessIs('1 fila lista');
    await user.click(cell('Mitre'));
    await user.keyboard('Belgrano{Enter}');
    await waitFor(() => expect(cell('Belgrano')).toBeVisible());
    await user.click(button('Cambiar datos para todas', open));
    await user.click(button('Seguir acá'));
    expect(cell('Belgrano')).toBeVisible();
    await user.click(button('Cambiar datos para todas', open));
    await user.click(button('Descartar'));
    await waitFor(() => expect(field('Alto (cm)', open)).toHaveValue('10'));
    await user.click(button('Continuar', open));
    await waitFor(() => expect(cell('Mitre')).toBeVisible());
  });

  test('keeps file and typed data if the orders can’t be converted', async () => {
    const { user } = await openBulk();
    const open = await openUpload(user);
    chooseFile(HEADERS + sale());
    await waitFor(() => expect(open).toHaveTextContent('1 orden para enviar'));
    fill(open);
    broken.fileSheet = true;
    await user.click(button('Continuar', open));
    await waitFor(() => expect(open).toHaveTextContent(messages.internal));
    expect(field('Alto (cm)', open)).toHaveValue('10');
    broken.fileSheet = false;
    await user.click(button('Continuar', open));
    await readinessIs('1 fila lista');
  });

  test('keeps the products of its orders while the catalogue doesn’t answer, and says so', async () => {
    const unavailable = reply(listProducts, () => new Response('', { status: 500 }) as never);
    const { user } = await openBulk({ replies: [unavailable] });
    const open = await openUpload(user);
    chooseFile(HEADERS + sale({ sku: 'TZ-1' }));
    await waitFor(() => expect(open).toHaveTextContent('1 orden para enviar'));
    fill(open);
    await user.click(button('Continuar', open));
    await readinessIs('1 fila lista');
    expect(cell('TZ-1')).toBeVisible();
    expect(open).toHaveTextContent('Acá no pudimos ver tu catálogo de productos');
  });

  test('says how many orders lose their products because the catalogue lacks one', async () => {
    const { user } = await openBulk();
    const open = await openUpload(user);
    chooseFile(HEADERS + sale({ sku: 'NO-ES' }) + sale({ number: '102' }));
    await waitFor(() => expect(open).toHaveTextContent('2 órdenes para enviar'));
    fill(open);
    await user.click(button('Continuar', open));
    await readinessIs('2 filas listas · 1 con datos para revisar');
    expect(open).toHaveTextContent('1 orden va sin sus productos, solo con el valor');
  });
});
