import { phoneDigits, whatsAppNumber } from '#shared/orders/rules/place/phone.ts';
import { type ShipmentStateCode, stateByText } from '#shared/orders/rules/shipment/shipment-states.ts';

/** What happened to the buyer's shipment, in the sender's words. */
const HAPPENED: Partial<Record<ShipmentStateCode, string>> = {
  no_entregado: 'no se pudo entregar',
  direccion_corregir: 'necesita que confirmemos tu dirección',
  rechazado: 'figura como rechazado',
  demorado: 'está demorado',
  en_revision: 'está en revisión',
  extraviado: 'tuvo un problema en el camino y lo estamos resolviendo',
  siniestrado: 'tuvo un problema en el camino y lo estamos resolviendo',
};

/** Requests to the buyer, where the buyer can help. */
const REQUESTS: Partial<Record<ShipmentStateCode, string>> = {
  no_entregado: '¿Nos decís qué día y en qué horario podemos pasar?',
  direccion_corregir: '¿Nos la mandás completa, con altura, piso y entre calles?',
  rechazado: '¿Nos contás qué pasó?',
};

interface Contact {
  phone: string;
  firstName: string;
  /** Name of the sender's shop; '' leaves it out. */
  senderName: string;
  orderId: string;
  state: string;
  /** Absolute address of the public tracking page. */
  trackingUrl: string;
}

/** Returns the message to a buyer about a troubled shipment, with the address of its public tracking page. */
export function contactMessage({ firstName, senderName, orderId, state, trackingUrl }: Omit<Contact, 'phone'>): string {
  const code = stateByText(state);
  const hello = firstName ? `Hola ${firstName}` : 'Hola';
  const from = senderName ? `, te escribimos de ${senderName}` : '';
  const happened = (code && HAPPENED[code]) ?? 'tuvo un inconveniente';
  return [
    `${hello}${from}. Tu pedido ${orderId} ${happened}.`,
    code && REQUESTS[code],
    `Podés seguirlo acá: ${trackingUrl}`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Returns the links that call the buyer and write on WhatsApp; null where the phone allows none. */
export function contactLinks({ phone, ...message }: Contact): { call: string | null; whatsApp: string | null } {
  const number = whatsAppNumber(phone);
  const digits = phoneDigits(phone);
  return {
    call: digits === null ? null : `tel:${number ? `+${number}` : digits}`,
    whatsApp: number && `https://wa.me/${number}?text=${encodeURIComponent(contactMessage(message))}`,
  };
}
