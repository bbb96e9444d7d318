import type { LotStatus } from '#shared/warehouse/rules/lot-status.ts';
import { Badge } from '#web/kit/ui/display/badge.tsx';

/** The mark of a lot that needs attention; nothing for a normal one. */
export function LotBadge({ status }: { status: LotStatus }) {
  if (status === 'Normal') return null;
  return <Badge colour={status === 'Vencido' ? 'rojo' : 'amarillo'}>{status}</Badge>;
}
