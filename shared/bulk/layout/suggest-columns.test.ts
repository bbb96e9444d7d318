import { describe, expect, test } from 'vitest';
import { repeatedLabels, uniqueHeaders } from '#shared/bulk/file/normalize-header.ts';
import { suggestColumns } from './suggest-columns.ts';

/** Returns what the headers of a file are suggested to mean, by header. */
const meanings = (headers: readonly string[]) =>
  Object.fromEntries(Object.entries(suggestColumns(headers)).map(([column, header]) => [header, column]));

test('a shop’s sheet is understood by its abbreviations', () => {
  const file = {
    'Pedido N°': 'nro_orden',
    Cliente: 'nombre_completo',
    'DNI cliente': 'documento',
    Celu: 'telefono',
    'Mail comprador': 'email',
    'Dirección entrega': 'calle',
    'Altura/N°': 'altura',
    'Depto.': 'dpto',
    'CP dest': 'cp',
    'Loc.': 'localidad',
    Pcia: 'provincia',
    'Bultos kg': 'peso_g',
    'Alto cm': 'alto_cm',
    'Valor declarado $': 'valor',
    'Obs.': 'observaciones',
  };
  expect(meanings(Object.keys(file))).toEqual(file);
});

describe('a header alone means', () => {
  test.each([
    [
      'nro_orden',
      ['Pedido N°', 'Pedido Nº', 'Nro. pedido', 'N° de pedido', 'Pedido', 'ID pedido', 'Orden Nro', 'N.º venta'],
    ],
    ['documento', ['DNI cliente', 'DNI', 'Doc. comprador', 'Nro. doc.', 'Nº de documento', 'DNI/CUIT', 'CUIL']],
    ['telefono', ['Celu', 'Tel.', 'Cel. cliente', 'Teléfono de contacto', 'Nro. de celular', 'WhatsApp', 'Tel/Cel']],
    ['email', ['Correo', 'Mail comprador', 'E-mail cliente', 'Correo electrónico del cliente', 'Email de contacto']],
    [
      'nombre_completo',
      ['Nombre', 'Nombre cliente', 'Nombre y apellido del comprador', 'Apellido y nombre destinatario'],
    ],
    ['apellido', ['Apellido cliente', 'Apellidos']],
    [
      'direccion',
      ['Dirección entrega', 'Dir. de envío', 'Domic. destino', 'Calle y N°', 'Domicilio', 'Calle / Altura'],
    ],
    ['altura', ['Altura/N°', 'Altura', 'N° de calle', 'Nro. puerta']],
    ['piso', ['Piso', 'Piso N°']],
    ['dpto', ['Depto.', 'Dto', 'Departamento']],
    ['cp', ['CP dest', 'Cod. Postal', 'Código postal de entrega', 'C.P. destino', 'CP cliente']],
    ['localidad', ['Loc.', 'Localidad destino', 'Ciudad', 'Ciudad/Localidad', 'Ciudad de entrega']],
    ['provincia', ['Pcia', 'Prov.', 'Pcia. destino', 'Provincia']],
    ['barrio', ['Barrio', 'Barrio entrega']],
    ['observaciones', ['Obs.', 'Observaciones', 'Obs. de entrega', 'Indicaciones', 'Notas del cliente']],
    ['peso_g', ['Peso (kg)', 'Peso', 'Peso kg', 'Bultos kg', 'Kgs', 'Peso del bulto', 'Peso bruto (kg)', 'Peso gr.']],
    ['alto_cm', ['Alto cm', 'Alto', 'Altura (cm)', 'Alto caja (cm)']],
    ['largo_cm', ['Largo (cm)', 'Largo paquete', 'Profundidad cm']],
    ['ancho_cm', ['Ancho', 'Ancho (cm)']],
    ['valor', ['Valor declarado $', 'Valor declarado', 'Monto declarado', 'Valor decl.', 'Valor de la mercadería']],
    ['sku', ['SKU', 'Cód. producto']],
  ])('%s: %j', (column, headers) => {
    // A street is a whole address, and a name a full one, where the file has no second column for them.
    for (const header of headers) expect([header, meanings([header])[header]]).toEqual([header, column]);
  });

  test.each([
    'Bultos',
    'Cant. bultos',
    'Cantidad de bultos',
    'Peso volumétrico',
    'Peso neto',
    'Peso (lb)',
    'Alto (mm)',
    'Largo (m)',
    'Estado',
    'Estado del envío',
    'Estado del pedido',
    'Fecha de entrega',
    'Fecha pedido',
    'Entrega',
    'Horario de entrega',
    'Nro. cliente',
    'ID cliente',
    'Código cliente',
    'N°',
    'Nro',
    'Número',
    'Nro. de factura',
    'Tipo de documento',
    'Costo de envío',
    'Precio envío',
    'Total envío',
    'Código de envío',
    'Correo de envío',
    'Valor declarado (USD)',
    'CP origen',
    'Localidad remitente',
    'Domicilio fiscal',
    'Dirección de facturación',
    'Teléfono 2',
    'Tel. sucursal',
    'Nombre del producto',
    'Nombre de fantasía',
    'Piso/Dpto',
    'Precio por kg',
    'Orden de compra',
    'Prioridad',
    'Transporte',
  ])('nothing that is certain: %s', (header) => {
    expect(meanings([header])).toEqual({});
  });
});

test('unknown headers get suggestions, each column once', () => {
  expect(suggestColumns(['N° Pedido', 'Pedido', 'Nombre', 'Dirección', 'Número', 'CP', 'e-mail', 'Correo'])).toEqual({
    nro_orden: 'Pedido',
    nombre_completo: 'Nombre',
    direccion: 'Dirección',
    altura: 'Número',
    cp: 'CP',
    email: 'e-mail',
  });
});

test('the address of the delivery goes before another', () => {
  expect(meanings(['Pedido', 'CP', 'CP dest', 'Dirección', 'Dirección entrega', 'Nro'])).toEqual({
    Pedido: 'nro_orden',
    'CP dest': 'cp',
    'Dirección entrega': 'calle',
    Nro: 'altura',
  });
});

test('a number beside a street and an order’s number is the house’s', () => {
  expect(meanings(['Pedido', 'Calle', 'N°'])).toEqual({ Pedido: 'nro_orden', Calle: 'calle', 'N°': 'altura' });
  expect(meanings(['N°', 'Calle'])).toEqual({ Calle: 'direccion' });
});

test('a height in centimetres is no number of a house', () => {
  expect(meanings(['Alto', 'Altura (cm)', 'Calle', 'Altura'])).toEqual({
    Alto: 'alto_cm',
    Calle: 'calle',
    Altura: 'altura',
  });
});

test('of columns with equal headers none is suggested, but for those of a known export', () => {
  const suggested = (...headers: string[]) => suggestColumns(uniqueHeaders(headers), repeatedLabels(headers));
  expect(suggested('Pedido', 'Localidad', 'CP', 'Localidad')).toEqual({ nro_orden: 'Pedido', cp: 'CP' });
  expect(suggested('Pedido', 'Peso (kg)', 'Peso (g)', 'Ciudad')).toEqual({ nro_orden: 'Pedido', localidad: 'Ciudad' });
  expect(suggested('Estado', 'Ciudad', 'Estado')).toEqual({ provincia: 'Estado 2', localidad: 'Ciudad' });
  expect(suggested('Teléfono', 'Teléfono 2')).toEqual({ telefono: 'Teléfono' });
});
