import type { StateGroup } from '#shared/rules/state-group.ts';

/** The groups of `filter[state]` (readings C12) as the list calls them. */
const NAMES: Record<StateGroup, string> = {
  por_imprimir: 'Por imprimir',
  pendiente_pago: 'Pendientes de pago',
  con_problema: 'Con problema',
  en_camino: 'En camino',
  final: 'Finalizadas',
};

/** Name of a group; a text that is none stays as it is. */
export function groupName(group: string): string {
  return group in NAMES ? NAMES[group as StateGroup] : group;
}
