export type LotStatus = 'Normal' | 'Crítico' | 'Vencido';

/**
 * The mark of a stock lot (D2 §4), by days of Buenos Aires as YYYY-MM-DD: expired from the day after its expiry, critical
 * from the day after its criticality date until then. A date that is missing (null) marks nothing.
 */
export function lotStatus(lot: { expiry: string | null; criticality: string | null }, today: string): LotStatus {
  if (lot.expiry !== null && today > lot.expiry) return 'Vencido';
  return lot.criticality !== null && today > lot.criticality ? 'Crítico' : 'Normal';
}
