import { type Day, startOfDay } from '#shared/kit/days.ts';
import { relativeTime } from '#shared/kit/text/format.ts';
import { parseWireDate } from '#shared/kit/wire-date.ts';
import { type LotStatus, lotStatus } from '#shared/warehouse/rules/lot-status.ts';
import type { StockLot } from '#shared/warehouse/stock.ts';

/** A lot with its status and the text about its expiry. */
export interface MarkedLot extends StockLot {
  key: string;
  /** 'Tipo' of the screen (readings C44). */
  mark: LotStatus;
  /** Time until expiry: 'Vence dentro de 3 días'; null for a lot without expiry. */
  when: string | null;
}

/** Returns the lots of a SKU with their status on a day, earliest expiry first. */
export function markedLots(lots: readonly StockLot[], today: Day): MarkedLot[] {
  return lots
    .map((lot, index) => {
      const expiry = parseWireDate(lot.vencimiento)?.day ?? null;
      const criticality = parseWireDate(lot.fechaCriticidad)?.day ?? null;
      const mark = lotStatus({ expiry, criticality }, today);
      return { ...lot, key: `${index}`, expiry, mark, when: expiry && whenOf(expiry, today) };
    })
    .sort((a, b) => (a.expiry ?? '9').localeCompare(b.expiry ?? '9'));
}

function whenOf(expiry: Day, today: Day): string {
  if (expiry === today) return 'Vence hoy';
  return `${expiry < today ? 'Venció' : 'Vence'} ${relativeTime(startOfDay(expiry), startOfDay(today))}`;
}
