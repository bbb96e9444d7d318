import { dollarAmount, packageText } from '#shared/kit/text/format.ts';
import type { Shipping } from '#shared/orders/shipments.ts';

const amountOf = (pesos: number) => Math.round(pesos * 100) / 100;

/** Lists what changes of address and measured weight and size added to a shipment's cost, and what was measured. */
export function adjustmentRows({
  adjustment,
  measured,
}: Pick<Shipping, 'adjustment' | 'measured'>): { term: string; value: string }[] {
  const byWeight = measured?.adjustment ?? 0;
  const byAddress = amountOf(adjustment - byWeight);
  return [
    ...(byAddress ? [{ term: 'Incluye ajuste por domicilio', value: dollarAmount(byAddress) }] : []),
    ...(byWeight ? [{ term: 'Incluye ajuste por peso o medidas', value: dollarAmount(byWeight) }] : []),
    ...(measured ? [{ term: 'Controlado por el operador', value: packageText(measured) }] : []),
  ];
}
