import { kilograms, money, pluralize } from '#shared/format.ts';
import { listCollections, printRunSheet } from '#shared/ops/collections.ts';
import {
  cancelManifest,
  checkCodes,
  exportManifest,
  handOverManifest,
  listManifests,
  type Manifest,
  type ManifestDetail,
  openManifest,
  printManifest,
  readManifest,
} from '#shared/ops/manifests.ts';
import { MANIFEST_STATE_NAMES, PARCEL_STATUS_NAMES } from '#shared/rules/manifest.ts';
import { command } from './command.ts';
import { CLIENT, OF_CLIENT, PAGED } from './options.ts';
import { card, pageLine, table } from './show.ts';

const NUMBER = { to: 'params.number', value: 'MANIFIESTO', help: 'Su número: COL-2026-000123' };

const addressText = ({ street_name, street_number, city }: Manifest['sender_address']) =>
  `${street_name} ${street_number}, ${city}`;

const manifestText = ({ parcels, surplus_parcels, ...one }: ManifestDetail) =>
  [
    card({
      Manifiesto: one.number,
      Cliente: `${one.client_id}, ${one.company}`,
      Bloqueado: one.blocked_reason,
      Domicilio: addressText(one.sender_address),
      Estado: MANIFEST_STATE_NAMES[one.state],
      Total: `${pluralize(one.bulks, 'bulto', 'bultos')}, ${kilograms(one.weight)}, ${money(one.value)} declarados`,
      Abierto: one.created_at,
      'Abierto por': one.created_by,
      Cerrado: one.closed_at,
      'Cerrado por': one.closed_by,
      Motivo: one.cancel_reason,
      Sobran: surplus_parcels.map(({ shipment_id }) => shipment_id).join(', '),
    }),
    table(parcels, {
      ENVÍO: (parcel) => parcel.shipment_id,
      ORDEN: (parcel) => parcel.order_id,
      BULTO: (parcel) => `${parcel.n} de ${parcel.packages}`,
      DESTINO: (parcel) => `${parcel.zip_code} ${parcel.city}`,
      PESO: (parcel) => kilograms(parcel.weight),
      VALOR: (parcel) => money(parcel.value),
      'EN EL RETIRO': (parcel) => PARCEL_STATUS_NAMES[parcel.status],
      ESTADO: (parcel) => parcel.state,
    }),
  ].join('\n\n');

const changed = ({ message, results }: { message: string; results: ManifestDetail }) =>
  `${message}\n\n${manifestText(results)}`;

export const collectionCommands = [
  command({
    name: 'colectas',
    help: 'Cuenta los bultos impresos y sin retirar de cada cliente y domicilio',
    call: listCollections,
    options: { cliente: OF_CLIENT, ...PAGED },
    show: ({ results, totals, pagination }) =>
      table(results, {
        CLIENTE: (one) => one.client_id,
        EMPRESA: (one) => one.company,
        BLOQUEADO: (one) => one.blocked_reason,
        DOMICILIO: (one) => one.address_id,
        DIRECCIÓN: (one) => addressText(one.address),
        ÓRDENES: (one) => one.orders,
        BULTOS: (one) => one.bulks,
        'EN MANIFIESTO': (one) => one.listed,
        PESO: (one) => kilograms(one.weight),
      }) +
      `\nEn total: ${pluralize(totals.bulks, 'bulto', 'bultos')}, ${kilograms(totals.weight)}${pageLine(pagination)}`,
  }),
  command({
    name: 'hoja-de-ruta',
    help: 'Guarda la hoja de ruta de las colectas como PDF',
    call: printRunSheet,
    options: { cliente: OF_CLIENT },
    fileName: () => 'hoja-de-ruta.pdf',
    show: () => '',
  }),
  command({
    name: 'manifiestos',
    help: 'Lista los manifiestos de retiro, primero los últimos',
    call: listManifests,
    options: {
      estado: { to: 'query.filter.state', value: 'ESTADO', help: 'Sólo en ese estado: abierto, entregado o anulado' },
      cliente: OF_CLIENT,
      ...PAGED,
    },
    show: ({ results, pagination }) =>
      table(results, {
        MANIFIESTO: (one) => one.number,
        CLIENTE: (one) => one.client_id,
        EMPRESA: (one) => one.company,
        ESTADO: (one) => MANIFEST_STATE_NAMES[one.state],
        BULTOS: (one) => one.bulks,
        RETIRADOS: (one) => one.collected,
        SOBRAN: (one) => one.surplus,
        ABIERTO: (one) => one.created_at,
      }) + pageLine(pagination),
  }),
  command({
    name: 'manifiesto',
    help: 'Muestra un manifiesto con sus bultos',
    call: readManifest,
    words: [NUMBER],
    show: ({ results }) => manifestText(results),
  }),
  command({
    name: 'abrir-manifiesto',
    help: 'Abre un manifiesto con los bultos libres de un cliente en un domicilio',
    call: openManifest,
    words: [CLIENT, { to: 'body.address_id', value: 'DOMICILIO', help: 'Número del domicilio, según colectas' }],
    show: changed,
  }),
  command({
    name: 'imprimir-manifiesto',
    help: 'Guarda un manifiesto como PDF',
    call: printManifest,
    words: [NUMBER],
    fileName: ({ params }) => `${String((params as { number: string }).number).toUpperCase()}.pdf`,
    show: () => '',
  }),
  command({
    name: 'manifiesto-csv',
    help: 'Guarda los bultos de un manifiesto como CSV',
    call: exportManifest,
    words: [NUMBER],
    fileName: ({ params }) => `${String((params as { number: string }).number).toUpperCase()}.csv`,
    show: () => '',
  }),
  command({
    name: 'anular-manifiesto',
    help: 'Anula un manifiesto abierto; sus bultos quedan libres',
    call: cancelManifest,
    words: [NUMBER, { to: 'body.reason', value: 'MOTIVO', help: 'Por qué; entre comillas si tiene espacios' }],
    show: changed,
  }),
  command({
    name: 'probar-escaneos',
    help: 'Muestra qué haría el retiro de un manifiesto con unos códigos, sin registrar nada',
    call: checkCodes,
    words: [NUMBER, { to: 'body.codes', value: 'CÓDIGOS', list: true, help: 'Códigos separados por comas' }],
    show: ({ results }) =>
      table(results, {
        CÓDIGO: (one) => one.code,
        ENVÍO: (one) => one.shipment_id,
        RESULTADO: (one) => CHECKED[one.result],
        MOTIVO: (one) => one.reason,
      }),
  }),
  command({
    name: 'entregar-manifiesto',
    help: 'Registra el retiro de los bultos escaneados de un manifiesto y lo cierra; con su propio número, de todos',
    call: handOverManifest,
    words: [
      NUMBER,
      {
        to: 'body.scans',
        value: 'ARCHIVO.json',
        file: (json) => json,
        help: 'Lista de escaneos: [{"code": "7K3MQ9XW2RM-1", "at": "2026-11-26T10:00:00-03:00"}]',
      },
    ],
    show: ({ scans, ...reply }) =>
      [
        changed(reply),
        table(scans, {
          CÓDIGO: (one) => one.code,
          RESULTADO: (one) => HANDED[one.result],
          MOTIVO: (one) => one.reason,
        }),
      ].join('\n\n'),
  }),
];

const CHECKED = { listed: 'En el manifiesto', surplus: 'Sobra', refused: 'Rechazado' };
const HANDED = { collected: 'Retirado', collected_before: 'Ya estaba retirado', refused: 'Rechazado' };
