import { integer, money } from '#shared/kit/text/format.ts';
import type { StaffTariff } from '#shared/money/staff-tariffs.ts';
import { changeText } from './change-text.ts';
import { provinceNames } from './value-names.ts';

/** A value of a tariff, in words. */
interface Line {
  /** The zone; 'General' for what is of all zones. */
  zone: string;
  name: string;
  value: string;
  /** The value in pesos, if it is a price. */
  pesos?: number;
}

/** A value in two versions; null where a version has no such zone or bracket. */
export interface ComparedLine extends Omit<Line, 'value' | 'pesos'> {
  before: string | null;
  after: string | null;
  isPrice: boolean;
  /** By how much a price changed: '+8,50 %'; empty for other values, and for a price that only one version has. */
  change: string;
}

const ALL = 'General';
const priced = (pesos: number) => ({ value: money(pesos), pesos });
const rate = (value: number) => String(value).replace('.', ',');

type Zones = StaffTariff['zones'];

/** Returns zones with different names: in tariffs from before zones may share a name, of which the second one is 'Sur (2)'. */
const distinctlyNamed = (zones: Zones): Zones =>
  zones.map((zone, index) => {
    const place = zones.slice(0, index + 1).filter(({ name }) => name === zone.name).length;
    return place === 1 ? zone : { ...zone, name: `${zone.name} (${place})` };
  });

/** Lists the values of a tariff. Brackets are named by their weight, because a place in the list may move. */
const linesOf = ({ zones, insurance, tax_percent, measured_tolerance_percent: tolerance }: StaffTariff): Line[] => [
  { zone: ALL, name: 'Seguro', value: `${rate(insurance.per_mille)} por mil` },
  { zone: ALL, name: 'Seguro mínimo', ...priced(insurance.minimum) },
  { zone: ALL, name: 'IVA', value: `${rate(tax_percent)} %` },
  {
    zone: ALL,
    name: 'Tolerancia al controlar',
    value: tolerance === null ? 'La diferencia no se cobra' : `${rate(tolerance)} %`,
  },
  ...distinctlyNamed(zones).flatMap(({ name: zone, provinces, brackets, extra_kg_price, min_days, max_days }) => [
    { zone, name: 'Provincias', value: provinceNames(provinces) },
    ...brackets.map(({ up_to_weight, price }) => ({
      zone,
      name: `Hasta ${integer(up_to_weight)} g`,
      ...priced(price),
    })),
    { zone, name: 'Kilo adicional', ...priced(extra_kg_price) },
    { zone, name: 'Días hábiles', value: `${min_days} a ${max_days}` },
  ]),
];

/** Compares two versions value by value, in the order of the later one; what only the earlier one has follows in its zone. */
export function compareTariffs(before: StaffTariff, after: StaffTariff): ComparedLine[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const find = (lines: Line[], one: Line) => lines.find(({ zone, name }) => zone === one.zone && name === one.name);
  const zones = new Set([...now, ...old].map(({ zone }) => zone));
  return [...zones].flatMap((zone) =>
    [...now, ...old.filter((one) => !find(now, one))]
      .filter((one) => one.zone === zone)
      .map((one) => {
        const [was, is] = [find(old, one), find(now, one)];
        const change = was?.pesos !== undefined && is?.pesos !== undefined ? changeText(was.pesos, is.pesos) : '';
        const values = { before: was?.value ?? null, after: is?.value ?? null };
        return { zone, name: one.name, ...values, isPrice: one.pesos !== undefined, change };
      }),
  );
}
