import type { SenderAddress } from '#shared/account.ts';
import type { FieldError } from '#shared/http/failure.ts';
import type { ListedZips } from '#shared/rules/zip-province.ts';
import { ADDRESS_LABELS } from '#web/parts/address-fields/address-labels.ts';
import { placeName } from '#web/parts/zip-lookup/zip-places.ts';
import { zipProvinceErrors } from '#web/parts/zip-lookup/zip-province-check.ts';

/** Where the form keeps each part of a collection address. */
export const ADDRESS_NAMES = {
  street_name: 'street_name',
  street_number: 'street_number',
  floor: 'floor',
  apartment: 'apartment',
  zip_code: 'zip_code',
  state: 'state',
  city: 'city',
  neighborhood_name: 'neighborhood_name',
  other_info: 'other_info',
} as const;

type TextName = keyof typeof ADDRESS_NAMES;

/** A collection address as it is written. */
export type AddressValues = Record<TextName, string> & { main_address: boolean; active: boolean };

/** An address's values, also of one that a foreign gateway tells less of (D1 §3); those of a new one without it. */
export function addressValues(address: Partial<SenderAddress> = {}): AddressValues {
  const texts = Object.keys(ADDRESS_NAMES).map((name) => [name, address[name as TextName] ?? '']);
  return {
    ...(Object.fromEntries(texts) as Record<TextName, string>),
    main_address: address.main_address ?? false,
    active: address.active ?? true,
  };
}

/**
 * What is wrong with the place of an address. One that keeps postal code and province isn't checked again: it may be older
 * than the rule (readings C48).
 */
export function addressZipProvinceErrors(
  before: AddressValues,
  values: AddressValues,
  zips: ListedZips | null,
): FieldError[] {
  const placeIn = ({ zip_code, state }: AddressValues) => `${zip_code.trim().toUpperCase()} ${state.trim()}`;
  return placeIn(before) === placeIn(values) ? [] : zipProvinceErrors(values, zips, ADDRESS_NAMES);
}

const LABELS: Record<string, string> = { ...ADDRESS_LABELS, main_address: 'Dirección principal', active: 'Activa' };

/** What a field of the form is called; an unknown one stays itself. */
export const addressLabel = (field: string) => LABELS[field] ?? field;

/** 'Av. Rivadavia 4500', as people call it. */
export const streetOf = ({ street_name, street_number }: AddressValues) => `${street_name} ${street_number}`.trim();

/** 'Piso 3 · Dpto. B'; empty for a house. */
export const insideOf = ({ floor, apartment }: AddressValues) =>
  [floor && `Piso ${floor}`, apartment && `Dpto. ${apartment}`].filter(Boolean).join(' · ');

/** '1424 · Caballito, CABA'. */
export function placeOf({ zip_code, neighborhood_name, city, state }: AddressValues): string {
  const place = [neighborhood_name === city ? '' : neighborhood_name, placeName({ city, province: state })];
  return [zip_code, place.filter(Boolean).join(', ')].filter(Boolean).join(' · ');
}
