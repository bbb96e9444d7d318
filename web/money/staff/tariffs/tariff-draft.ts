import type { StaffTariff } from '#shared/money/staff-tariffs.ts';
import { type ProvinceLetter, provinces } from '#shared/orders/rules/place/provinces.ts';
import { parseAmount } from './parse-amount.ts';

/** A tariff while it is typed: each value is a text. */
export interface TariffDraft {
  valid_from: string;
  zones: {
    name: string;
    /** Letters of the chosen provinces, in the order of their names. */
    provinces: string;
    brackets: { up_to_weight: string; price: string }[];
    extra_kg_price: string;
    min_days: string;
    max_days: string;
  }[];
  insurance: { per_mille: string; minimum: string };
  tax_percent: string;
  /** Empty if the measured weight isn't billed. */
  measured_tolerance_percent: string;
}

/** A bracket without values. */
export const EMPTY_BRACKET = { up_to_weight: '', price: '' };

type DraftZone = TariffDraft['zones'][number];

const EMPTY_ZONE: DraftZone = {
  name: '',
  provinces: '',
  brackets: [EMPTY_BRACKET],
  extra_kg_price: '',
  min_days: '',
  max_days: '',
};

/** Returns the chosen provinces as a draft has them. */
const provincesText = (letters: readonly string[]): string =>
  provinces
    .map(({ letter }) => letter)
    .filter((letter) => letters.includes(letter))
    .join(', ');

/** Returns the letters of the provinces that are chosen in a draft's text, also in one that was typed in an earlier version. */
export function lettersIn(text: string): ProvinceLetter[] {
  const typed = text.toUpperCase().split(/[\s,;]+/);
  return provinces.map(({ letter }) => letter).filter((letter) => typed.includes(letter));
}

/** Returns a draft in which a zone has a province or not. No other zone keeps it, because each province belongs to one. */
export const withProvince = (
  draft: TariffDraft,
  zone: number,
  letter: ProvinceLetter,
  chosen: boolean,
): TariffDraft => ({
  ...draft,
  zones: draft.zones.map((one, index) => {
    const others = lettersIn(one.provinces).filter((other) => other !== letter);
    return { ...one, provinces: provincesText(index === zone && chosen ? [...others, letter] : others) };
  }),
});

/** Returns the zone to add below the last one: with its prices and days, and without its name and provinces. */
export const copiedZone = (above: DraftZone | undefined): DraftZone => ({
  ...(above ? structuredClone(above) : EMPTY_ZONE),
  name: '',
  provinces: '',
});

/** Returns the draft of a first tariff: one zone with all provinces. */
export const firstDraft = (validFrom: string): TariffDraft => ({
  valid_from: validFrom,
  zones: [{ ...EMPTY_ZONE, name: 'Todo el país', provinces: provincesText(provinces.map(({ letter }) => letter)) }],
  insurance: { per_mille: '', minimum: '' },
  tax_percent: '21',
  measured_tolerance_percent: '',
});

const number = (value: number) => String(value).replace('.', ',');

/** Returns the texts of a tariff, to begin a new one with them. */
export function draftOf(
  { zones, insurance, tax_percent, measured_tolerance_percent }: StaffTariff,
  validFrom: string,
): TariffDraft {
  return {
    valid_from: validFrom,
    zones: zones.map((zone) => ({
      name: zone.name,
      provinces: provincesText(zone.provinces),
      brackets: zone.brackets.map(({ up_to_weight, price }) => ({
        up_to_weight: number(up_to_weight),
        price: number(price),
      })),
      extra_kg_price: number(zone.extra_kg_price),
      min_days: number(zone.min_days),
      max_days: number(zone.max_days),
    })),
    insurance: { per_mille: number(insurance.per_mille), minimum: number(insurance.minimum) },
    tax_percent: number(tax_percent),
    measured_tolerance_percent: measured_tolerance_percent === null ? '' : number(measured_tolerance_percent),
  };
}

/** Returns a typed amount as the contract reads it; returns other text unchanged for the contract to refuse. */
function plainAmount(text: string): string {
  const value = parseAmount(text);
  return value === null ? text.trim() : String(value);
}

/** Returns the body of the call that publishes a draft. In prices and weights a dot before three digits separates thousands. */
export function bodyOf(draft: TariffDraft) {
  const point = (text: string) => text.trim().replace(',', '.');
  return {
    valid_from: draft.valid_from,
    zones: draft.zones.map((zone) => ({
      name: zone.name,
      provinces: lettersIn(zone.provinces),
      brackets: zone.brackets.map(({ up_to_weight, price }) => ({
        up_to_weight: plainAmount(up_to_weight),
        price: plainAmount(price),
      })),
      extra_kg_price: plainAmount(zone.extra_kg_price),
      min_days: point(zone.min_days),
      max_days: point(zone.max_days),
    })),
    insurance: { per_mille: point(draft.insurance.per_mille), minimum: plainAmount(draft.insurance.minimum) },
    tax_percent: point(draft.tax_percent),
    measured_tolerance_percent: point(draft.measured_tolerance_percent),
  };
}

/** The value at a path of a draft: `zones.0.brackets.1.price`; undefined if the draft has no such place. */
export function valueAt(draft: TariffDraft, path: string): string | undefined {
  let at: unknown = draft;
  for (const step of path.split('.')) at = (at as Record<string, unknown> | undefined)?.[step];
  return typeof at === 'string' ? at : undefined;
}

/** Returns a draft with another value at a path. */
export function withValue(draft: TariffDraft, path: string, value: string): TariffDraft {
  const next = structuredClone(draft);
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  let at = next as unknown as Record<string, unknown>;
  for (const step of steps) at = at[step] as Record<string, unknown>;
  at[last] = value;
  return next;
}
