import type { StreetAddress } from '#shared/orders/address.ts';

/** An address in two lines, with what the sender says about it below. */
export function AddressText({ address }: { address: StreetAddress }) {
  const { street_name, street_number, floor, apartment, zip_code, city, state, other_info } = address;
  const inside = [floor && `piso ${floor}`, apartment && `dto. ${apartment}`].filter(Boolean);
  return (
    <span>
      {[`${street_name} ${street_number}`, ...inside].join(', ')}
      <span className="row-line">{[`${zip_code} ${city}`, state !== city && state].filter(Boolean).join(', ')}</span>
      {other_info && <span className="row-line">{other_info}</span>}
    </span>
  );
}
