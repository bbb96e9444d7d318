import { provinceByName } from '#shared/rules/provinces.ts';
import type { Statistics } from '#shared/statistics.ts';

type Provinces = Statistics['provinces_array'];

/** A part of the doughnut: a province, or all that are too small to be seen. */
export interface Slice {
  name: string;
  /** Shipments. */
  total: number;
  /** Share of all shipments, 0 to 100. */
  percentage: number;
  colour: string;
  /** The provinces that it stands for. */
  provinces: Provinces;
}

const OTHERS = 'Otras provincias';

/** Slices under this share are drawn together (in %). */
const VISIBLE = 1;

/** The province's fixed colour (D1 §2); grey for a name that is none of the 24. */
export function colourOf(name: string): string {
  return `var(--prov-${provinceByName(name)?.letter ?? 'none'})`;
}

/** A province's name where there is little room. */
export function shortNameOf(name: string): string {
  return provinceByName(name)?.letter === 'C' ? 'CABA' : name;
}

/**
 * What the doughnut draws of the provinces, in their order: those under 1 % become one last slice, unless there is only
 * one of them. Provinces without shipments are left out.
 */
export function slicesOf(provinces: Provinces): Slice[] {
  const all = provinces.reduce((sum, { total }) => sum + total, 0);
  const isSmall = ({ total }: { total: number }) => (100 * total) / all < VISIBLE;
  const drawn = provinces.filter(({ total }) => total > 0);
  const small = drawn.filter(isSmall);
  const alone = small.length < 2 ? drawn : drawn.filter((province) => !isSmall(province));
  const slices = alone.map((province) => ({ ...province, colour: colourOf(province.name), provinces: [province] }));
  if (alone === drawn) return slices;
  const sum = (of: 'total' | 'percentage') => small.reduce((before, province) => before + province[of], 0);
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
