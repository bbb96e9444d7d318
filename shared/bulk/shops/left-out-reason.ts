import type { LeftOutReason } from './shop-format.ts';

/** What an order of a shop is, in the singular and in the plural. */
export const LEFT_OUT_TEXTS: Readonly<Record<LeftOutReason, readonly [one: string, many: string]>> = {
  cancelled: ['cancelada o reembolsada', 'canceladas o reembolsadas'],
  sent: ['ya enviada', 'ya enviadas'],
  own_pickup: ['que se retira en tu local', 'que se retiran en tu local'],
  no_shipping: ['sin nada para enviar', 'sin nada para enviar'],
  unpaid: ['sin pago confirmado', 'sin pago confirmado'],
};

/** Returns why a row of an export became no order, for a file that nobody was asked about. */
export const leftOutReason = (reason: LeftOutReason): string =>
  `En la tienda es una orden ${LEFT_OUT_TEXTS[reason][0]}. Si hay que enviarla, subí el archivo desde el portal`;
