// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { listMappings, saveMapping, uploadBatch } from '#shared/bulk/batches.ts';
import { findZipCodes, listedZipCodes } from '#shared/orders/lookups.ts';
import { type Reply, refuse, reply } from '#test/screens/fake-gateway.ts';
import { chooseFile, downloaded, recordDownloads } from '#test/screens/files.ts';
import { alertAppears, button, dialog, dialogsClosed, field, write } from '#test/screens/typing.ts';
import { bulkCells, bulkText, manyCells } from '#test/texts/bulk-file-factory.ts';
import { batch, cell, fileOf, openBulk, openUpload, readinessIs, rows, taken, uploads } from './bulk-form.ts';

/** Three rows: the second has an invalid email, the third an invalid telephone. */
const FAULTY = bulkText([bulkCells(1), bulkCells(2, { email: 'sin arroba' }), bulkCells(3, { telefono: '12' })]);

describe('a file of orders', () => {
  test('is sent without its invalid rows, which stay to be corrected and sent', async () => {
    const saved = recordDownloads();
    const { user, received } = await openBulk();
    const open = await openUpload(user);
    chooseFile(FAULTY);
    await readinessIs('1 fila lista, 2 para corregir');
    expect(button('Enviar Lote', open)).toHaveAttribute('aria-disabled', 'true');
    await user.click(button('Enviar solo 1 fila lista', open));
    await user.click(button('Enviar las listas', await dialog('Vas a enviar 1 de 3 filas')));
    await waitFor(() => expect(open).toHaveTextContent('Enviamos las filas que estaban listas'));
    await readinessIs('0 filas listas, 2 para corregir');
    const sent = await fileOf(uploads(received)[0]);
    expect(sent).toContain('M-1');
    expect(sent).not.toContain('M-2');

    await user.click(button('Descargar filas a corregir', open));
    const rest = await downloaded(saved);
    expect(rest.name).toBe('ventas - a corregir.csv');
    expect(rest.text).toContain('fila;nro_orden;');
    expect(rest.text).toContain(';cantidad;motivo\r\n');
    expect(rest.text.match(/\d;"M-\d/g)).toEqual(['3;"M-2', '4;"M-3']);
    expect(rest.text).toContain('"email: El email es inválido"');
    await user.click(button('Cancelar', open));
    await user.click(button('Descartar', await dialog('Quedan filas de este archivo sin enviar')));
    await dialogsClosed();
  });

  test.each([false, true])(
    'whose postal codes and provinces contradict each other is marked, strict %s',
    async (strict) => {
      const { user, received } = await openBulk({ strict });
      const open = await openUpload(user);
      chooseFile(bulkText([...manyCells(2), bulkCells(3, { provincia: 'Mendoza' })]));
      await readinessIs('2 filas listas, 1 para corregir');
      expect(open).not.toHaveTextContent('Acá no pudimos verificar');
      const lookups = received.filter(({ endpoint }) => endpoint === findZipCodes);
      expect(lookups.map(({ query }) => query['filter[code]'])).toEqual(strict ? ['5000'] : []);
    },
  );

  test.each([false, true])('is checked with postal codes typed during its correction, strict %s', async (strict) => {
    const { user, received } = await openBulk({ strict });
    const open = await openUpload(user);
    chooseFile(bulkText([bulkCells(1), bulkCells(2, { cp: '1425', provincia: 'CABA', localidad: 'Palermo' })]));
    await readinessIs('2 filas listas');
    await user.click(cell('1425'));
    // Its region has the City of Buenos Aires, too, but the code is listed in Buenos Aires only.
    await user.keyboard('1900{Enter}');
    await readinessIs('1 fila lista, 1 para corregir');
    expect(cell('CABA')).toHaveAccessibleDescription('Error: El código postal 1900 es de Buenos Aires');
    const lookups = received.filter(({ endpoint }) => endpoint === findZipCodes);
    expect(lookups.map(({ query }) => query['filter[code]'])).toEqual(strict ? ['5000', '1425', '1900'] : []);

    await user.click(cell('CABA'));
    await user.keyboard('Buenos Aires{Enter}');
    await readinessIs('2 filas listas');
    await user.click(button('Enviar Lote', open));
    await dialogsClosed();
    expect(await fileOf(uploads(received)[0])).toContain('1900');
  });

  test('says so if a typed postal code can’t be checked', async () => {
    const replies: Reply[] = [];
    const { user } = await openBulk({ strict: true, replies });
    const open = await openUpload(user);
    chooseFile(bulkText(manyCells(2)));
    await readinessIs('2 filas listas');
    expect(open).not.toHaveTextContent('Acá no pudimos verificar');
    replies.unshift(refuse(findZipCodes, 503, 'x'));
    await user.click(cell('5000'));
    await user.keyboard('5001{Enter}');
    await waitFor(() => expect(open).toHaveTextContent('Acá no pudimos verificar todos los códigos postales'));
    await waitFor(() => expect(button('Enviar Lote', open)).not.toHaveAttribute('aria-busy', 'true'));
    await readinessIs('2 filas listas');
  });

  test.each([
    [false, listedZipCodes],
    [true, findZipCodes],
  ])('says so if postal codes can’t be checked, strict %s', async (strict, lookup) => {
    const { user } = await openBulk({ strict, replies: [refuse(lookup, 503, 'x')] });
    const open = await openUpload(user);
    chooseFile(bulkText(manyCells(2)));
    await readinessIs('2 filas listas');
    expect(open).toHaveTextContent('Acá no pudimos verificar todos los códigos postales');
  });

  test('with very many postal codes is checked with a limited number of lookups, and says so', async () => {
    const { user, received } = await openBulk({ strict: true });
    const open = await openUpload(user);
    chooseFile(bulkText(manyCells(300).map((cells, index) => ({ ...cells, cp: String(5000 + index) }))));
    await readinessIs('300 filas listas');
    expect(received.filter(({ endpoint }) => endpoint === findZipCodes)).toHaveLength(200);
    expect(open).toHaveTextContent('Acá no pudimos verificar todos los códigos postales');
  });

  test('that was sent before shows a warning', async () => {
    const replies = [taken({ igual_a: { id: 7, fecha: '21/11/2026 10:00' } })];
    const { user } = await openBulk({
      replies,
      batches: [batch({ omitidas: 2, dudas: 3, filas: 2, ordenes: 0, cantidad: 2 })],
    });
    await openUpload(user);
    chooseFile(bulkText(manyCells(2)));
    await readinessIs('2 filas listas');
    await user.click(button('Enviar Lote'));
    await dialogsClosed();
    expect(screen.getByRole('main')).toHaveTextContent('ventas.csv es igual al archivo del lote #7');
    expect(rows()[0]).toHaveTextContent('3 para revisar2 omitidas');
  });

  test('with unknown columns is read once the columns are assigned, and the assignment is remembered', async () => {
    const own = (n: number) =>
      `Pedido,Destinatario,Apellido,DNI,Correo,Celular,Direccion,Altura,Codigo Postal,Ciudad,Provincia,Zona,Peso (kg),Largo,Ancho,Alto,Total
A-${n},Ana,Paz,30111222,ana@example.com,11 5873-2046,Mitre,120,1425,CABA,CABA,Palermo,"1,5",10,10,10,2000
`;
    const replies: Reply[] = [];
    const { user, received } = await openBulk({ replies });
    const open = await openUpload(user);
    chooseFile(own(1), 'tienda.csv');
    await waitFor(() => expect(field('Pedido', open)).toHaveValue('nro_orden'));
    await waitFor(() => expect(field('Peso (kg)', open)).toHaveAccessibleDescription('1,5'));
    expect(field('Direccion', open)).toHaveValue('direccion');
    // The file has all but three columns, for which a value is proposed.
    expect(field('Modo de entrega', open)).toHaveValue('1');
    write('Entre calle 1', '', open);
    await user.click(button('Continuar', open));
    await waitFor(() => expect(field('Entre calle 1', open)).toHaveFocus());
    expect(field('Entre calle 1', open)).toHaveAccessibleDescription('Elegí una columna o un valor');
    write('Entre calle 1', 'S/D', open);
    await user.click(button('Continuar', open));
    await waitFor(() => expect(open).toHaveTextContent('Archivo propio'));
    const headers = [...open.querySelectorAll('[role=grid] th')].map(({ textContent }) => textContent);
    expect(headers).toEqual(expect.arrayContaining(['Pedido', 'Peso (en gramos)']));
    const mapping = received.find(({ endpoint }) => endpoint === saveMapping)?.body as object;
    expect(mapping).toMatchObject({ columns: { entre_calle_1: { header: '', value: 'S/D' } } });
    await user.click(button('Enviar Lote', open));
    await dialogsClosed();
    expect(await fileOf(uploads(received)[0])).toBe(own(1));
  });

  test('with titles, a full name and an address in one cell asks only for what is missing', async () => {
    const replies: Reply[] = [];
    const { user, received } = await openBulk({ replies });
    const open = await openUpload(user);
    const sheet = (rows: string) => `Ventas de noviembre;;;;;;;;;
;;;;;;;;;
# de venta;Comprador;DNI;Correo;Celular;Domicilio;CP;Ciudad;Provincia;Item Price;Item Quantity;Color
${rows}`;
    chooseFile(
      sheet(`2000001234;Ana Paz;30111222;ana@example.com;11 5873-2046;Mitre 120 3 B;1425;CABA;CABA;1500,50;2;Rojo
2000001234;;;;;;;;;900;1;Azul
`),
      'mercado.csv',
    );
    await waitFor(() => expect(field('# de venta', open)).toHaveValue('nro_orden'));
    await waitFor(() => expect(field('Domicilio', open)).toHaveAccessibleDescription('Mitre 120 3 B'));
    expect(field('Domicilio', open)).toHaveValue('direccion');
    expect(field('Comprador', open)).toHaveValue('nombre_completo');
    expect(field('Color', open)).toHaveValue('');
    const missing = ['Modo de entrega', 'Entre calle 1', 'Largo (cm)', 'Ancho (cm)', 'Alto (cm)', 'Peso (g)'];
    const asked = open.querySelectorAll('fieldset')[1]?.querySelectorAll('label') ?? [];
    expect([...asked].map(({ textContent }) => textContent)).toEqual(missing);
    for (const label of missing.slice(2)) write(label, '10', open);
    await user.click(button('Continuar', open));
    await readinessIs('1 fila lista');
    expect([...open.querySelectorAll('tbody th')].map(({ textContent }) => textContent)).toEqual(['4lista']);
    for (const value of ['Ana', 'Paz', 'Mitre', '120', '3', 'B', '3901']) expect(cell(value)).toBeVisible();
    await user.click(button('Enviar Lote', open));
    await dialogsClosed();
    expect(await fileOf(uploads(received)[0])).toContain('fila;nro_orden');
  });

  test('with columns that were assigned before is read at once', async () => {
    const columns = Object.fromEntries(
      Object.entries(bulkCells(1)).map(([column, value]) => [column, { header: '', value }]),
    );
    const mapping = { headers: ['Pedido'], columns: { ...columns, nro_orden: { header: 'Pedido', value: '' } } };
    const replies = [reply(listMappings, () => ({ results: [{ ...mapping, peso_en: 'g' }] }))];
    const { user } = await openBulk({ replies });
    const open = await openUpload(user);
    chooseFile('Pedido\nA-2\n', 'tienda.csv');
    await waitFor(() => expect(open).toHaveTextContent('Archivo propio'));
    await readinessIs('1 fila lista');
  });

  test('in another format is checked before anything is sent', async () => {
    const { user, received } = await openBulk();
    const open = await openUpload(user);
    const verdict = (text: string | RegExp) =>
      waitFor(() => expect(open.querySelector('[role=alert]')).toHaveTextContent(text));
    chooseFile('algo', 'ventas.xlsx');
    await verdict('Guardala desde Excel como CSV UTF-8 (delimitado por comas)');
    chooseFile('algo', 'ventas.pdf');
    await verdict(/^Elegí un archivo .csv$/);
    chooseFile(new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0x14, 0, 0, 0, 8, 0]), 'renombrado.csv');
    await verdict('Excel');
    chooseFile('', 'vacio.csv');
    await verdict(/^El archivo está vacío$/);
    chooseFile(bulkText([]), 'encabezado.csv');
    await verdict(/^El archivo tiene encabezado pero ninguna fila$/);
    await user.click(button('Cancelar', open));
    await dialogsClosed();
    expect(uploads(received)).toEqual([]);
  });

  test('can be stopped while it is sent and sent again under the same key, and its corrections stay', async () => {
    const never: Reply = { endpoint: uploadBatch, respond: () => new Promise(() => {}) };
    const replies = [never];
    const { user, received } = await openBulk({ replies });
    const open = await openUpload(user);
    chooseFile(bulkText([bulkCells(1, { email: 'sin arroba' })]));
    await readinessIs('0 filas listas, 1 para corregir');
    await user.click(cell('sin arroba'));
    await user.keyboard('ana@example.com{Enter}');
    await readinessIs('1 fila lista');
    await user.click(button('Enviar Lote', open));
    await waitFor(() => expect(open.querySelector('progress, [role=progressbar]')).not.toBeNull());
    await user.click(button('Detener envío', open));
    await waitFor(() => expect(cell('ana@example.com')).toBeVisible());

    await user.keyboard('{Escape}');
    await user.click(button('Seguir acá', await dialog('Vas a perder las correcciones de este archivo')));
    await waitFor(() => expect(document.querySelector('[role=alertdialog]')).toBeNull());
    expect(cell('ana@example.com')).toBeInTheDocument();

    replies.shift();
    await user.click(button('Enviar Lote', open));
    await dialogsClosed();
    const [first, again] = uploads(received).map(({ headers }) => headers.get('idempotency-key'));
    expect(first).toMatch(/^\w{32}$/);
    expect(again).toBe(first);
  });

  test('that is refused shows the reason as an alert and below the rows, which stay where they are', async () => {
    const message = 'Todavía estamos procesando el lote #7 (otro.csv). Esperá a que termine para subir otro';
    const { user } = await openBulk({ replies: [refuse(uploadBatch, 409, message)] });
    const open = await openUpload(user);
    chooseFile(bulkText([bulkCells(1)]));
    await readinessIs('1 fila lista');
    await user.click(button('Enviar Lote', open));
    await alertAppears(message);
    const position = screen.getByRole('grid').compareDocumentPosition(within(open).getByText(message));
    expect(position & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    await readinessIs('1 fila lista');
  });
});
