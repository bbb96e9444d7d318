import type { LeftOutReason } from '#shared/bulk/shops/shop-format.ts';
import { integer } from '#shared/format.ts';

const REASONS: Readonly<Record<LeftOutReason, readonly [one: string, many: string]>> = {
  cancelled: ['cancelada o reembolsada', 'canceladas o reembolsadas'],
  sent: ['ya enviada', 'ya enviadas'],
  own_pickup: ['que se retira en tu local', 'que se retiran en tu local'],
  no_shipping: ['sin nada para enviar', 'sin nada para enviar'],
  unpaid: ['sin pago confirmado', 'sin pago confirmado'],
};

/** Returns '3 canceladas o reembolsadas'. */
export function leftOutText(reason: LeftOutReason, count: number): string {
  return `${integer(count)} ${REASONS[reason][count === 1 ? 0 : 1]}`;
}
