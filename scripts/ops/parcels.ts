import { kilograms, money } from '#shared/format.ts';
import { decideModification, listModifications, type OperatorModification } from '#shared/ops/modifications.ts';
import { clientShipments, type OperatorShipment, readOperatorShipment } from '#shared/ops/shipments.ts';
import { command } from './command.ts';
import { CLIENT, OF_CLIENT, PAGED } from './options.ts';
import { card, pageLine, table } from './show.ts';

const request = { to: 'params.id', value: 'PEDIDO', help: 'Número del pedido de modificación' };

const destination = ({ receiver, zip_unlisted }: OperatorShipment) =>
  `${receiver.address_zip_code} ${receiver.address_city}${zip_unlisted ? ' (CP sin listar)' : ''}`;

/** Returns the state of a parcel's label. */
const labelState = ({ printed, relabel }: OperatorShipment) =>
  relabel ? 'Reetiquetar' : printed ? 'Impresa' : 'Sin imprimir';

const changes = ({ changes }: OperatorModification) =>
  changes.map(({ field, before, after }) => `${field}: ${before || '-'} → ${after || '-'}`).join('; ');

/** Returns the price of the shipments that aren't final, and the new price if it differs. */
const prices = ({ cost_before, cost_after }: OperatorModification) =>
  cost_before === cost_after ? money(cost_before) : `${money(cost_before)} → ${money(cost_after)}`;

const decided = ({ results }: { results: OperatorModification }) =>
  card({
    Orden: results.order_id,
    Seguimiento: results.tracking_id,
    Estado: results.state,
    Motivo: results.reason,
    Costo: prices(results),
    Cambios: changes(results),
  });

/** Returns what an event of a history corrects, or that it is corrected. */
const correctionText = ({ superseded, correction }: { superseded: boolean; correction: Correction | null }) => {
  if (superseded) return 'Corregido';
  return correction && `Corrige ${correction.corrects}, por ${correction.by}: ${correction.reason ?? '-'}`;
};

interface Correction {
  corrects: string | null;
  by: string;
  reason: string | null;
}

export const parcelCommands = [
  command({
    name: 'envios',
    help: 'Lista los envíos de un cliente, primero los que llevan más tiempo sin cambios',
    call: clientShipments,
    words: [CLIENT],
    options: {
      estado: { to: 'query.filter.state', value: 'CÓDIGO', help: 'Sólo en ese estado: registrado, en_transito…' },
      vivos: { to: 'query.filter.live', on: '1', help: 'Sólo los que no terminaron' },
      impresos: { to: 'query.filter.printed', on: '1', help: 'Sólo los de etiqueta impresa' },
      'cp-sin-listar': {
        to: 'query.filter.zip_unlisted',
        on: '1',
        help: 'Sólo los de un código postal fuera de la lista',
      },
      limite: { to: 'query.limit', value: 'N', help: 'Cantidad de filas, hasta 500; por defecto 100' },
      cursor: {
        to: 'query.cursor',
        value: 'CURSOR',
        help: 'Continúa una lista: valor que imprime el final de la anterior',
      },
    },
    show: ({ results, cursor }) =>
      table(results, {
        ENVÍO: (one) => one.shipment_id,
        ORDEN: (one) => one.order_id,
        ESTADO: (one) => one.state,
        ETIQUETA: labelState,
        DESDE: (one) => one.state_at,
        MODO: (one) => one.delivery_mode.name,
        DESTINO: destination,
        PESO: (one) => kilograms(one.weight),
      }) + (cursor ? `\nPara seguir: --cursor ${cursor}` : ''),
  }),
  command({
    name: 'envio',
    help: 'Muestra un envío con su historial',
    call: readOperatorShipment,
    words: [{ to: 'params.label', value: 'ETIQUETA', help: 'Código impreso en la etiqueta' }],
    show: ({ results: { history, ...one } }) =>
      [
        card({
          Envío: one.shipment_id,
          Cliente: one.client_id,
          Orden: one.order_id,
          Modo: one.delivery_mode.name,
          Estado: one.state,
          Etiqueta: labelState(one),
          Destinatario: one.receiver.receiver_name,
          Domicilio: `${one.receiver.address_street_name} ${one.receiver.address_street_number}, ${destination(one)}`,
          'Punto de retiro': one.pickup_point_code,
          Bulto: `${one.length} × ${one.width} × ${one.height} cm, ${kilograms(one.weight)}, ${money(one.value)}`,
        }),
        table(history, {
          FECHA: (event) => event.at,
          ESTADO: (event) => event.state,
          MOTIVO: (event) => event.reason,
          EVENTO: (event) => event.event_id,
          CORRECCIÓN: correctionText,
        }),
      ].join('\n\n'),
  }),
  command({
    name: 'modificaciones',
    help: 'Lista los pedidos de modificación pendientes, o los de otro estado',
    call: listModifications,
    options: {
      estado: { to: 'query.filter.state', value: 'ESTADO', help: 'Pendiente (por defecto), Aprobado o Rechazado' },
      cliente: OF_CLIENT,
      ...PAGED,
    },
    show: ({ results, pagination }) =>
      table(results, {
        CLIENTE: (one) => one.client_id,
        PEDIDO: (one) => one.id,
        ORDEN: (one) => one.order_id,
        SEGUIMIENTO: (one) => one.tracking_id,
        ESTADO: (one) => one.state,
        FECHA: (one) => one.requested_at,
        COSTO: prices,
        CAMBIOS: changes,
      }) + pageLine(pagination),
  }),
  command({
    name: 'aprobar',
    help: 'Aprueba un pedido de modificación y cambia la orden',
    call: decideModification,
    words: [CLIENT, request],
    defaults: () => ({ 'body.approved': true }),
    show: decided,
  }),
  command({
    name: 'rechazar',
    help: 'Rechaza un pedido de modificación',
    call: decideModification,
    words: [CLIENT, request],
    options: { motivo: { to: 'body.reason', value: 'TEXTO', help: 'Motivo que ve el cliente' } },
    defaults: () => ({ 'body.approved': false }),
    show: decided,
  }),
];
