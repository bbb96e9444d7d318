export type LotStatus = 'Normal' | 'Crítico' | 'Vencido';

/**
 * Returns the mark of a stock lot (D2 §4); days of Buenos Aires as YYYY-MM-DD. A lot is expired from the day after its
 * expiry, and critical from the day after its criticality date until then. A missing date (null) sets no mark.
 */
export function lotStatus(lot: { expiry: string | null; criticality: string | null }, today: string): LotStatus {
  if (lot.expiry !== null && today > lot.expiry) return 'Vencido';
  return lot.criticality !== null && today > lot.criticality ? 'Crítico' : 'Normal';
}
