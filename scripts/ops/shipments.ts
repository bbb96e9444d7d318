import { parseScannedLabel } from '#shared/orders/rules/code/scanned-id.ts';
import { labelOf } from '#shared/orders/rules/code/tracking-id.ts';
import * as collections from '#shared/orders/staff-collections.ts';
import * as events from '#shared/orders/staff-events.ts';
import * as manifests from '#shared/orders/staff-manifests.ts';
import * as cost from '#shared/orders/staff-shipment/staff-cost.ts';
import { printShipmentPdf, printShipmentZpl } from '#shared/orders/staff-shipment/staff-label.ts';
import { readShipmentOrder } from '#shared/orders/staff-shipment/staff-order.ts';
import { searchShipments, showReceiverContact } from '#shared/orders/staff-shipment/staff-search.ts';
import { clientShipments, readStaffShipment, type StaffShipment } from '#shared/orders/staff-shipments.ts';
import type { Given } from './arguments.ts';
import { command, commandsOf, withResults } from './command.ts';
import { counted, recordFile } from './events-file.ts';

const destination = ({ receiver, zip_unlisted }: StaffShipment) =>
  `${receiver.address_zip_code} ${receiver.address_city}${zip_unlisted ? ' (CP sin listar)' : ''}`;

const labelState = ({ printed, relabel }: StaffShipment) =>
  relabel ? 'Reetiquetar' : printed ? 'Impresa' : 'Sin imprimir';

/** Returns whether the sender can take an action, or why not. */
const actionText = ({ reason }: { reason: string | null }) => reason ?? 'sí';

const manifestFile = ({ params }: Given) => String(params?.number).toUpperCase();

export const shipmentCommands = commandsOf({
  'buscar  Busca envíos de todos los clientes por etiqueta, código de seguimiento, número de orden, o documento, teléfono, email o nombre del destinatario; cada búsqueda se registra':
    command(searchShipments, {
      meaning: { text: 'Qué buscar; entre comillas si tiene espacios' },
    }),
  'contacto  Muestra el teléfono, el documento y el email del destinatario de un envío, y el cambio que espera una decisión; queda registrado':
    showReceiverContact,
  'envios  Lista los envíos de un cliente, primero los que llevan más tiempo sin cambios': command(clientShipments, {
    meaning: { state: 'Sólo en ese estado: registrado, en_transito…' },
    columns: 'shipment_id, order_id, state, Etiqueta, state_at, delivery_mode, Destino, weight',
    values: { Etiqueta: labelState, Destino: destination },
  }),
  'envio  Muestra un envío con su historial': readStaffShipment,
  'orden-de-envio  Muestra la orden de un envío: sus envíos, lo que espera una decisión, y qué puede hacer el cliente con el envío':
    command(readShipmentOrder, {
      show: ({ results: { parcels: shipments, sender_view, ...one } }) => [
        {
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
        },
        shipments,
      ],
    }),
  'etiqueta  Guarda la etiqueta de un envío como PDF o ZPL; un envío por reetiquetar queda reetiquetado, y la empresa ve la impresión en su actividad':
    command(printShipmentPdf, {
      instead: { option: 'zpl', help: 'En ZPL, para una impresora de etiquetas', call: printShipmentZpl },
      fileName: ({ params }) => {
        const parsed = parseScannedLabel(String(params?.label), { inGroups: true });
        return `etiqueta-${parsed ? labelOf(parsed.trackingId, parsed.n) : 'envio'}`;
      },
    }),
  'confirmar-medidas  Confirma lo que se midió de un envío si supera por mucho lo declarado: desde entonces se cobra. Lo hace una persona, después de entrar':
    command(cost.confirmMeasured, { columns: 'shipment_id, total=Costo' }),
  'costo  Muestra el costo de un envío: su tarifa, el peso que se cobró, los ajustes y el pago de la orden':
    cost.readShipmentCost,

  'evento  Registra un evento de un envío': command(events.recordEvents, {
    row: { of: 'events', defaults: () => ({ at: new Date().toISOString() }) },
    words: '',
    show: ({ results, ...counts }) => [counted(counts), results.filter(({ result }) => result === 'refused')],
    failed: ({ refused }) => refused > 0,
  }),
  'eventos  Registra los eventos de un archivo. Los que fallan, y los que no tuvieron respuesta, quedan en «ARCHIVO - a corregir.csv»':
    command(events.recordEvents, {
      row: { of: 'events' },
      words: 'body=ARCHIVO',
      options: 'state, at, reason, accept_unknown',
      meaning: {
        body: 'CSV con etiqueta; estado; fecha; motivo; evento; peso; largo; ancho; alto, o JSON [{event_id, shipment_id, state, at, reason}, …]',
        state: 'Estado de las filas del CSV que no traen el suyo',
        at: 'Fecha y hora de las filas del CSV que no traen la suya; por defecto, ahora',
        reason: 'Motivo de las filas del CSV que no traen el suyo',
      },
      run: recordFile,
    }),
  'corregir-evento  Corrige un evento equivocado de un envío: los dos quedan en el historial y vale la corrección':
    command(events.correctEvent, {
      words: 'label, corrects',
      meaning: { state: 'Estado correcto, por código o texto; por defecto, el anterior al evento' },
      columns: 'shipment_id, client_id, order_id, state',
    }),

  'colectas  Cuenta los bultos impresos y sin retirar de cada cliente y domicilio': collections.listCollections,
  'hoja-de-ruta  Guarda la hoja de ruta de las colectas como PDF': collections.printRunSheet,
  'manifiestos  Lista los manifiestos de retiro, primero los últimos': command(manifests.listManifests, {
    meaning: { state: 'Sólo en ese estado: abierto, entregado o anulado' },
    columns: 'number, client_id, company, state, bulks, collected, surplus, created_at',
  }),
  'manifiesto  Muestra un manifiesto con sus bultos': manifests.readManifest,
  'abrir-manifiesto  Abre un manifiesto con los bultos libres de un cliente en un domicilio': withResults(
    manifests.openManifest,
  ),
  'imprimir-manifiesto  Guarda un manifiesto como PDF': command(manifests.printManifest, { fileName: manifestFile }),
  'manifiesto-csv  Guarda los bultos de un manifiesto como CSV': command(manifests.exportManifest, {
    fileName: manifestFile,
  }),
  'anular-manifiesto  Anula un manifiesto abierto; sus bultos quedan libres': withResults(manifests.cancelManifest),
  'probar-escaneos  Muestra qué haría el retiro de un manifiesto con unos códigos, sin registrar nada':
    manifests.checkCodes,
  'entregar-manifiesto  Registra el retiro de los bultos escaneados de un manifiesto y lo cierra; con su propio número, de todos':
    withResults(manifests.handOverManifest),
});
