import { provinces } from '#shared/orders/rules/place/provinces.ts';
import type { TariffDraft } from './tariff-draft.ts';

const NAMES: Readonly<Record<string, string>> = {
  valid_from: 'Rige desde',
  'insurance.per_mille': 'Seguro (por mil)',
  'insurance.minimum': 'Seguro mínimo ($)',
  tax_percent: 'IVA (%)',
  measured_tolerance_percent: 'Tolerancia al controlar (%)',
  zones: 'Zonas',
  name: 'Nombre de la zona',
  provinces: 'Provincias',
  min_days: 'Días hábiles, mínimo',
  max_days: 'Días hábiles, máximo',
  extra_kg_price: 'Kilo adicional ($ sin IVA)',
  brackets: 'Tramos',
  up_to_weight: 'hasta (g)',
  price: 'precio ($ sin IVA)',
};

/** Returns the label of the control of a path: "Tramo 2: precio ($ sin IVA)" for `zones.0.brackets.1.price`. */
export function valueLabel(path: string): string {
  const inZone = path.replace(/^zones\.\d+\./, '');
  const [, place, value = ''] = /^brackets\.(\d+)\.(.+)$/.exec(inZone) ?? [];
  if (place !== undefined) return `Tramo ${Number(place) + 1}: ${NAMES[value] ?? value}`;
  return NAMES[inZone] ?? inZone;
}

/** Returns the title of a zone: its name, else its place. */
export const zoneTitle = (draft: TariffDraft, index: number): string => draft.zones[index]?.name || `Zona ${index + 1}`;

/** Returns how the error summary names the value of a path: its label, after the zone that it belongs to. */
export function nameInSummary(draft: TariffDraft, path: string): string {
  const [, zone] = /^zones\.(\d+)\./.exec(path) ?? [];
  const label = valueLabel(path);
  return zone === undefined ? label : `${zoneTitle(draft, Number(zone))}, ${label}`;
}

/** Returns the names of provinces in the order of lists, whatever the order of their letters. */
export const provinceNames = (letters: readonly string[]): string =>
  provinces
    .filter(({ letter }) => letters.includes(letter))
    .map(({ name }) => name)
    .join(', ');

/** Returns the path of the control that holds a value: a wrong province letter has the path of its place in the list. */
export const controlPath = (path: string): string => path.replace(/\.provinces\.\d+$/, '.provinces');
