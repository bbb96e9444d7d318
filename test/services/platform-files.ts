import type { BulkColumn } from '#shared/bulk/layout/columns.ts';
import type { BulkMapping } from '#shared/bulk/layout/mapping.ts';
import { suggestColumns } from '#shared/bulk/layout/suggest-columns.ts';
import { shopifyRow } from '#test/texts/shopify-export.ts';
import { tiendanubeRow } from '#test/texts/tiendanube-export.ts';
import { bytesIn, COMMAS, EXCEL, type RealFile, utf8, written } from '#test/texts/written-files.ts';

/** Returns the meaning of a file's headers that the portal suggests, with values for what the file lacks. */
function suggested(headers: readonly string[], values: Partial<Record<BulkColumn, string>>): BulkMapping {
  const columns = Object.fromEntries(
    Object.entries(suggestColumns(headers)).map(([column, header]) => [column, { header, value: '' }]),
  );
  const given = Object.entries(values).map(([column, value]) => [column, { header: '', value }] as const);
  return { headers: [...headers], columns: { ...Object.fromEntries(given), ...columns }, peso_en: 'g' };
}

const MISSING = { modo_entrega: '1', documento: 'S/D', entre_calle_1: 'S/D', barrio: 'S/D' } as const;
const SHIPMENT = { largo_cm: '30', ancho_cm: '20', alto_cm: '10', peso_g: '900' } as const;

const WOOCOMMERCE = [
  'Order Number',
  'Order Status',
  'Shipping First Name',
  'Shipping Last Name',
  'Shipping Address 1',
  'Shipping City',
  'Shipping State',
  'Shipping Postcode',
  'Billing Email',
  'Billing Phone',
  'Order Total',
  'Notes',
];
const MERCADO_LIBRE = [
  '# de venta',
  'Estado',
  'Comprador',
  'DNI',
  'Domicilio',
  'Ciudad',
  'Provincia',
  'Código postal',
  'Teléfono',
  'Email',
  'Total',
  'Peso',
];
const MICORREO = [
  'tipo_producto(obligatorio)',
  'largo(obligatorio en CM)',
  'ancho(obligatorio en CM)',
  'altura(obligatorio en CM)',
  'peso(obligatorio en KG)',
  'valor_del_contenido(obligatorio en pesos argentinos)',
  'provincia_destino(obligatorio)',
  'sucursal_destino(x)',
  'localidad_destino(x)',
  'calle_destino(x)',
  'altura_destino(x)',
  'piso(opcional)',
  'dpto(opcional)',
  'codpostal_destino(obligatorio)',
  'destino_nombre(obligatorio)',
  'destino_email(obligatorio)',
  'cod_area_tel(opcional)',
  'tel(opcional)',
  'cod_area_cel(obligatorio)',
  'cel(obligatorio)',
  'numero_orden(opcional)',
];
const SHOP = {
  Email: 'ana@example.com',
  'Nombre para el envío': 'Ana Paz',
  'Teléfono para el envío': "'+5493516124480",
};

/** Builds a file of each platform. */
export const platformFiles = (): RealFile[] => [
  {
    program: 'Tiendanube',
    bytes: bytesIn(
      'windows-1252',
      written(
        [
          tiendanubeRow(null),
          ...[
            { Dirección: 'Bv. Chacabuco', Número: '1127', Piso: '3 B' },
            { Dirección: 'Bv. Chacabuco 1127 Piso 3 Dpto B', Número: '', Piso: '' },
            { Dirección: 'Calle 50', Número: '46366', Piso: '' },
          ].map((address, index) =>
            tiendanubeRow({
              ...SHOP,
              ...address,
              'Número de orden': String(101 + index),
              'DNI / CUIT': '28.456.789',
              Ciudad: 'Córdoba',
              'Código postal': '5000',
              'Provincia o estado': 'Córdoba',
              País: 'Argentina',
              'Estado de la orden': 'Abierta',
              'Nombre del producto': 'Taza',
              'Precio del producto': '1500.50',
              'Cantidad del producto': '2',
            }),
          ),
        ],
        EXCEL,
      ),
    ),
    orders: [
      'Ana/Paz, Bv. Chacabuco 1127 3 B, 5000 Córdoba, 900 g, $ 3001',
      'Ana/Paz, Bv. Chacabuco 1127 3 B, 5000 Córdoba, 900 g, $ 3001',
      'Ana/Paz, Calle 50 46366, 5000 Córdoba, 900 g, $ 3001 ? altura: 10/12/2026',
    ],
  },
  {
    program: 'Shopify',
    bytes: utf8(
      written(
        [
          shopifyRow(null),
          shopifyRow({
            Name: '#1001',
            Email: 'ana@example.com',
            'Financial Status': 'paid',
            Currency: 'ARS',
            'Shipping Name': 'Ana Paz',
            'Shipping Phone': "'+5493516124480",
            'Shipping Zip': "'5000",
            'Shipping Address1': 'Bv. Chacabuco 1127',
            'Shipping Address2': '3 B',
            'Shipping City': 'Córdoba',
            'Shipping Province': 'X',
            'Shipping Country': 'AR',
            'Lineitem name': 'Taza',
            'Lineitem quantity': '2',
            'Lineitem price': '1500.00',
            'Lineitem requires shipping': 'true',
          }),
        ],
        COMMAS,
      ),
    ),
    orders: ['Ana/Paz, Bv. Chacabuco 1127, 5000 Córdoba, 900 g, $ 3000 ? piso: 3 B'],
  },
  {
    program: 'WooCommerce, by a mapping',
    mapping: suggested(WOOCOMMERCE, { ...MISSING, ...SHIPMENT }),
    bytes: utf8(
      written(
        [
          WOOCOMMERCE,
          [
            '2001',
            'processing',
            'Ana',
            'Paz',
            'Bv. Chacabuco 1127, Piso 3, Dpto B',
            'Córdoba',
            'X',
            '5000',
            'ana@example.com',
            '+543516124480',
            '12500.00',
            'Dejar en portería',
          ],
          [
            '2002',
            'processing',
            'Ana',
            'Paz',
            '3-dic',
            'Córdoba',
            'X',
            '5000',
            'ana@example.com',
            '+543516124480',
            '12500.00',
            '',
          ],
        ],
        COMMAS,
      ),
    ),
    orders: ['Ana/Paz, Bv. Chacabuco 1127 3 B, 5000 Córdoba, 900 g, $ 12500', '! calle: fecha'],
  },
  {
    program: 'MercadoLibre, by a mapping',
    mapping: suggested(MERCADO_LIBRE, { ...MISSING, ...SHIPMENT }),
    bytes: utf8(
      `Ventas de noviembre;;;\r\n${written(
        [
          MERCADO_LIBRE,
          [
            '2000007654321',
            'Etiqueta lista',
            'PAZ, Ana',
            '28456789',
            'Bv. Chacabuco 1127',
            'Córdoba',
            'Cba.',
            '5000',
            '3516124480',
            'ana@example.com',
            '$ 12.500',
            '0,900',
          ],
          [
            '2000007654322',
            'Etiqueta lista',
            'Ana Paz',
            '28456789',
            'Bv. Chacabuco 1127',
            'Córdoba',
            'Córdoba',
            '5000',
            '3516124480',
            'ana@example.com',
            '$ 12.500',
            '1,2 kg',
          ],
        ],
        EXCEL,
      )}`,
    ),
    orders: ['! peso_g: kilos', 'Ana/Paz, Bv. Chacabuco 1127, 5000 Córdoba, 1200 g, $ 12500'],
  },
  {
    program: 'MiCorreo',
    bytes: bytesIn(
      'windows-1252',
      written(
        [
          MICORREO,
          ...(
            [
              ['Ana Paz', '1,5'],
              ['María de los Ángeles Gómez Núñez', '0.9'],
              ['Distribuidora Norte SRL', '0.9'],
              ['Ana Paz', '1.500'],
            ] as const
          ).map(([name, weight], index) => [
            'CP',
            '30',
            '20',
            '10',
            weight,
            '15.000,50',
            'X',
            '',
            'Córdoba',
            'Bv. Chacabuco',
            '1127',
            '3',
            'B',
            '5000',
            name,
            'ana@example.com',
            '',
            '',
            '351',
            '6124480',
            `3${index}1`,
          ]),
        ],
        EXCEL,
      ),
    ),
    orders: [
      'Ana/Paz, Bv. Chacabuco 1127 3 B, 5000 Córdoba, 1500 g, $ 15001',
      'María de los Ángeles/Gómez Núñez, Bv. Chacabuco 1127 3 B, 5000 Córdoba, 900 g, $ 15001',
      'Distribuidora Norte/SRL, Bv. Chacabuco 1127 3 B, 5000 Córdoba, 900 g, $ 15001 ? nombre: Separamos',
      'Ana/Paz, Bv. Chacabuco 1127 3 B, 5000 Córdoba, 1500 g, $ 15001',
    ],
  },
];
