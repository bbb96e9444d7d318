import { EMPTY_VALUE, formatTimestamp, kilograms, money, packageText } from '#shared/format.ts';
import { confirmMeasured, readParcelCost } from '#shared/ops/parcel-cost.ts';
import { printParcelPdf, printParcelZpl } from '#shared/ops/parcel-label.ts';
import { readParcelOrder } from '#shared/ops/parcel-order.ts';
import { MAX_FOUND, searchParcels, showReceiverContact } from '#shared/ops/parcel-search.ts';
import {
  clientShipments,
  type OperatorShipment,
  type OperatorShipmentHistory,
  readOperatorShipment,
} from '#shared/ops/shipments.ts';
import { actorText } from '#shared/rules/event-actors.ts';
import { SEARCH_KINDS } from '#shared/rules/parcel-search.ts';
import { parseScannedLabel } from '#shared/rules/scanned-id.ts';
import { labelOf } from '#shared/rules/tracking-id.ts';
import { command } from './command.ts';
import { CLIENT } from './options.ts';
import { changes } from './requests.ts';
import { card, table } from './show.ts';

const destination = ({ receiver, zip_unlisted }: OperatorShipment) =>
  `${receiver.address_zip_code} ${receiver.address_city}${zip_unlisted ? ' (CP sin listar)' : ''}`;

/** Returns the state of a parcel's label. */
const labelState = ({ printed, relabel }: OperatorShipment) =>
  relabel ? 'Reetiquetar' : printed ? 'Impresa' : 'Sin imprimir';

/** Returns when the provider last replaced the label of a collected parcel, and who did. */
const relabelText = (prints: OperatorShipmentHistory['provider_prints']) => {
  const last = prints.find(({ relabelled }) => relabelled);
  return last && `${formatTimestamp(last.at)}, por ${last.by}`;
};

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

const LABEL = { to: 'params.label', value: 'ETIQUETA', help: 'Código impreso en la etiqueta' };

/** Returns whether the sender can take an action, or why not. */
const actionText = ({ reason }: { reason: string | null }) => reason ?? 'sí';

/** Names of the kinds of values at the terminal. */
const KINDS = {
  etiqueta: 'label',
  seguimiento: 'tracking',
  orden: 'number',
  documento: 'document',
  telefono: 'phone',
  email: 'email',
  nombre: 'name',
} as const;

export const parcelCommands = [
  command({
    name: 'buscar',
    help: 'Busca envíos de todos los clientes por etiqueta, código de seguimiento, número de orden, o documento, teléfono, email o nombre del destinatario; cada búsqueda se registra',
    call: searchParcels,
    words: [{ to: 'body.text', value: 'TEXTO', help: 'Qué buscar; entre comillas si tiene espacios' }],
    options: {
      por: {
        to: 'body.kind',
        value: 'DATO',
        help: `Sólo por ese dato: ${Object.keys(KINDS).join(', ')}`,
        choices: KINDS,
      },
    },
    show: ({ results, more }) =>
      table(results, {
        ENVÍO: (one) => one.shipment_id,
        CLIENTE: (one) => one.client_id,
        EMPRESA: (one) => one.company,
        ORDEN: (one) => one.order_id,
        ESTADO: (one) => one.state,
        DESTINATARIO: (one) => one.receiver_name,
        TELÉFONO: (one) => one.receiver_phone,
        DOCUMENTO: (one) => one.document,
        CREADO: (one) => one.created_at,
        POR: (one) => SEARCH_KINDS[one.found_by].name,
      }) + (more ? `\nHay más: se ven los primeros ${MAX_FOUND}. Escribí un dato más preciso.` : ''),
  }),
  command({
    name: 'contacto',
    help: 'Muestra el teléfono, el documento y el email del destinatario de un envío, y el cambio que espera una decisión; queda registrado',
    call: showReceiverContact,
    words: [LABEL],
    show: ({ results }) =>
      card({
        Teléfono: results.receiver_phone,
        Documento: results.document,
        Email: results.email,
        ...(results.requested && { 'Cambio pedido': changes(results.requested) }),
      }),
  }),
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
    words: [LABEL],
    show: ({ results: { history, provider_prints, ...one } }) =>
      [
        card({
          Envío: one.shipment_id,
          Cliente: one.client_id,
          Orden: one.order_id,
          Modo: one.delivery_mode.name,
          Estado: one.state,
          Etiqueta: labelState(one),
          Reetiquetado: relabelText(provider_prints),
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
          QUIÉN: ({ reported_by }) => reported_by && actorText(reported_by),
          CORRECCIÓN: correctionText,
        }),
      ].join('\n\n'),
  }),
  command({
    name: 'orden-de-envio',
    help: 'Muestra la orden de un envío: sus envíos, lo que espera una decisión, y qué puede hacer el cliente con el envío',
    call: readParcelOrder,
    words: [LABEL],
    show: ({ results: { parcels, sender_view, ...one } }) =>
      [
        card({
          Cliente: `${one.client_id}, ${one.company}`,
          Orden: `${one.order_id} (${one.tracking_id})`,
          'Estado de la orden': sender_view.order_state,
          'Modificación por decidir': one.modification_id,
          'Reprogramación por decidir': one.reschedule_id,
          'Cancelar la orden': actionText(sender_view.order.cancellable),
          'Editar la orden': actionText(sender_view.order.can_request_edit),
          'Pagar la orden': actionText(sender_view.order.payable),
          'Imprimir el envío': actionText(sender_view.parcel.printable),
          'Cancelar el envío': actionText(sender_view.parcel.cancellable),
          'Pedir la devolución': actionText(sender_view.parcel.can_return),
        }),
        table(parcels, { ENVÍO: (parcel) => parcel.shipment_id, ESTADO: (parcel) => parcel.state }),
      ].join('\n\n'),
  }),
  command({
    name: 'etiqueta',
    help: 'Guarda la etiqueta de un envío como PDF o ZPL; un envío por reetiquetar queda reetiquetado, y la empresa ve la impresión en su actividad',
    call: printParcelPdf,
    words: [LABEL],
    options: { zpl: { call: printParcelZpl, help: 'En ZPL, para una impresora de etiquetas' } },
    fileName: ({ params }, { produces }) => {
      const parsed = parseScannedLabel(String((params as { label: string }).label), { inGroups: true });
      const label = parsed ? labelOf(parsed.trackingId, parsed.n) : 'envio';
      return `etiqueta-${label}.${produces === 'application/pdf' ? 'pdf' : 'zpl'}`;
    },
    show: () => '',
  }),
  command({
    name: 'confirmar-medidas',
    help: 'Confirma lo que se midió de un envío si supera por mucho lo declarado: desde entonces se cobra. Lo hace una persona, después de entrar',
    call: confirmMeasured,
    words: [LABEL],
    options: {
      peso: { to: 'body.weight', value: 'GRAMOS', help: 'Peso medido, como lo muestra `costo`' },
      largo: { to: 'body.length', value: 'CM', help: 'Largo medido, si se midió' },
      ancho: { to: 'body.width', value: 'CM', help: 'Ancho medido' },
      alto: { to: 'body.height', value: 'CM', help: 'Alto medido' },
    },
    show: ({ results }) => card({ Envío: results.shipment_id, Costo: money(results.total) }),
  }),
  command({
    name: 'costo',
    help: 'Muestra el costo de un envío: su tarifa, el peso que se cobró, los ajustes y el pago de la orden',
    call: readParcelCost,
    words: [LABEL],
    show: ({ results: { parts, payment, ...one } }) =>
      [
        card({
          Envío: one.shipment_id,
          Costo: money(one.total),
          Congelado: money(one.frozen),
          Ajustes: money(one.adjustment),
          Medido: one.measured && `${packageText(one.measured)}${one.measured_waits ? ' (por confirmar)' : ''}`,
          Tarifa: `${one.tariff.id}, vigente desde ${one.tariff.valid_from}`,
          Zona: parts ? parts.zone : 'El costo no sale de la tarifa',
          'Valor del envío': parts && money(parts.shipping),
          Seguro: parts && money(parts.insurance),
          IVA: parts && money(parts.tax),
          'Peso cobrado': parts && `${kilograms(parts.billed_weight)} (${parts.charged_by})`,
          Pago: payment
            ? `${payment.state.name}, ${money(payment.amount)} (pago ${payment.id})`
            : one.prepaid
              ? 'Sin pago'
              : 'No se paga por adelantado',
        }),
        one.adjustments.length > 0 &&
          table(one.adjustments, {
            MODIFICACIÓN: ({ modification_id }) => modification_id,
            AJUSTE: ({ amount }) => (amount === null ? EMPTY_VALUE : money(amount)),
            ZONA: ({ zone_before, zone_after }) => `${zone_before ?? EMPTY_VALUE} a ${zone_after ?? EMPTY_VALUE}`,
            DECIDIDA: ({ decided_at }) => decided_at,
            POR: ({ decided_by }) => decided_by,
          }),
      ]
        .filter(Boolean)
        .join('\n\n'),
  }),
];
