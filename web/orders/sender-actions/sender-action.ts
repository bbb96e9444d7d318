/** An action of the sender on shipments that the user must confirm. Labels and order numbers are shown to the user. */
export type SenderAction =
  /** `printed`: a label was printed. */
  | { kind: 'cancel-order'; trackingId: string; orderId: string; printed: boolean }
  | { kind: 'cancel-shipment'; label: string; printed: boolean }
  | { kind: 'return-shipment'; label: string }
  | { kind: 'return-order'; orderId: string; labels: readonly string[] }
  /** A new order that brings delivered shipments back: of one shipment, or of the whole order. */
  | { kind: 'reverse'; trackingId: string; labels: readonly string[]; whole: boolean };

interface Confirmation {
  title: string;
  /** The consequence of the action (D1 §8). */
  message?: string;
  confirm: string;
  danger: boolean;
}

/** Returns the texts of the confirmation. */
export function confirmationOf(action: SenderAction): Confirmation {
  switch (action.kind) {
    case 'cancel-order':
      return {
        title: `¿Cancelar la orden ${action.orderId}?`,
        message: 'Esta acción cancelará todos los envíos asociados a esta orden',
        confirm: 'Cancelar orden',
        danger: true,
      };
    case 'cancel-shipment':
      return {
        title: `¿Cancelar el envío ${action.label}?`,
        message: 'El resto de los envíos asociados a la orden seguirán su curso normal',
        confirm: 'Cancelar envío',
        danger: true,
      };
    case 'return-shipment':
      return {
        title: `¿Solicitar la devolución del envío ${action.label}?`,
        message: 'El paquete va a volver a tu dirección de colecta',
        confirm: 'Solicitar devolución',
        danger: false,
      };
    case 'return-order':
      return {
        title: `¿Solicitar la devolución de la orden ${action.orderId}?`,
        message:
          action.labels.length === 1
            ? 'El paquete va a volver a tu dirección de colecta'
            : `Los ${action.labels.length} paquetes van a volver a tu dirección de colecta`,
        confirm: 'Solicitar devolución',
        danger: false,
      };
    case 'reverse':
      return {
        title: action.whole
          ? '¿Generar una logística inversa de toda la orden?'
          : `¿Generar una logística inversa del envío ${action.labels[0]}?`,
        message: 'Tené en cuenta que una Logística Inversa se abona como una orden regular',
        confirm: 'Continuar',
        danger: false,
      };
  }
}

/** Returns the path of the form for a reverse order (D1 §2 New order). */
export function reversePath(trackingId: string, labels: readonly string[]): string {
  const query = new URLSearchParams({
    type: 'reverse-logistic',
    fromOrder: trackingId,
    fromShippings: labels.join(','),
  });
  return `/ordenes/nueva-orden?${query}`;
}
