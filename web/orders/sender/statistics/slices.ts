import { provinceByName } from '#shared/orders/rules/place/provinces.ts';
import type { Statistics } from '#shared/orders/statistics.ts';

type Provinces = Statistics['provinces_array'];

/** A slice of the doughnut chart: a province, or all provinces too small for a slice. */
export interface Slice {
  name: string;
  /** Number of shipments. */
  total: number;
  /** Share of all shipments, 0 to 100. */
  percentage: number;
  colour: string;
  /** The provinces in this slice. */
  provinces: Provinces;
}

const OTHERS = 'Otras provincias';

/** Minimum share of a separate slice, in %. */
const MIN_PERCENTAGE = 1;

/** Returns the province's fixed colour (D1 §2); grey for an unknown name. */
export function colourOf(name: string): string {
  return `var(--prov-${provinceByName(name)?.letter ?? 'none'})`;
}

/** Returns the colour of a province's slice, which a small province shares with others. */
export const colourIn = (slices: readonly Slice[], name: string): string =>
  slices.find(({ provinces }) => provinces.some((province) => province.name === name))?.colour ?? colourOf(name);

/** Returns a shortened name of a province. */
export function shortNameOf(name: string): string {
  return provinceByName(name)?.letter === 'C' ? 'CABA' : name;
}

/**
 * Returns the slices of the doughnut chart in the given order. Two or more provinces under 1 % are combined into a last slice.
 * Provinces without shipments are left out.
 */
export function slicesOf(provinces: Provinces): Slice[] {
  const all = provinces.reduce((sum, { total }) => sum + total, 0);
  const isSmall = ({ total }: { total: number }) => (100 * total) / all < MIN_PERCENTAGE;
  const withShipments = provinces.filter(({ total }) => total > 0);
  const small = withShipments.filter(isSmall);
  const separate = small.length < 2 ? withShipments : withShipments.filter((province) => !isSmall(province));
  const slices = separate.map((province) => ({ ...province, colour: colourOf(province.name), provinces: [province] }));
  if (separate === withShipments) return slices;
  const sum = (key: 'total' | 'percentage') => small.reduce((before, province) => before + province[key], 0);
  return [
    ...slices,
    {
      name: OTHERS,
      total: sum('total'),
      percentage: sum('percentage'),
      colour: 'var(--prov-others)',
      provinces: small,
    },
  ];
}
