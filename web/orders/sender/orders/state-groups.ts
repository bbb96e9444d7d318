import type { StateGroup } from '#shared/orders/rules/state-group.ts';
import type { SelectOption } from '#web/kit/ui/field/select.tsx';

/** Names of the groups of `filter[state]` (readings C12). */
const NAMES: Record<StateGroup, string> = {
  por_imprimir: 'Por imprimir',
  pendiente_pago: 'Pendientes de pago',
  con_problema: 'Con problema',
  en_camino: 'En camino',
  final: 'Finalizadas',
};

export const groupName = (group: StateGroup): string => NAMES[group];

export const GROUP_OPTIONS: readonly SelectOption[] = Object.entries(NAMES).map(([value, label]) => ({ value, label }));
