import { integer } from '#shared/kit/text/format.ts';
import type { Manifest } from '#shared/orders/staff-manifests.ts';
import type { JudgedScan, JudgedScans } from './judge-scans.ts';

/** '38 de 40'. */
export const counterText = ({ expected, missing }: JudgedScans): string =>
  `${integer(expected - missing.length)} de ${integer(expected)}`;

/** 'faltan 2, sobra 1'; '' if what was scanned is what is listed. */
export function differenceText({ missing, surplus }: JudgedScans): string {
  const count = (number: number, one: string, many: string) =>
    number === 0 ? [] : [`${number === 1 ? one : many} ${integer(number)}`];
  return [...count(missing.length, 'falta', 'faltan'), ...count(surplus.length, 'sobra', 'sobran')].join(', ');
}

/** What a scan was, unless it simply is on the list: 'TTNQMP6S4GE-2: Ya lo escaneaste'. */
export function scanText(scan: JudgedScan | undefined): string {
  if (!scan || scan.result === 'listed' || scan.result === 'unchecked') return '';
  return `${scan.label ?? `«${scan.code.slice(0, 60)}»`}: ${scan.reason ?? 'sobra'}`;
}

/** Number of a manifest's shipments; once it was handed over '38 de 40, sobra 1'. */
export function handedText({ state, bulks, collected, surplus }: Manifest): string {
  if (state !== 'entregado') return integer(bulks);
  const more = surplus === 0 ? '' : surplus === 1 ? ', sobra 1' : `, sobran ${integer(surplus)}`;
  return `${integer(collected)} de ${integer(bulks)}${more}`;
}

const NAMED = 20;

/** Names labels; of many the first ones, and how many more there are. */
export function namesText(labels: readonly string[]): string {
  const more = labels.length - NAMED;
  return `${labels.slice(0, NAMED).join(', ')}${more > 0 ? ` y ${integer(more)} más` : ''}`;
}
