import { fold } from '#shared/kit/text/fold.ts';
import type { BuyerAddress } from '#shared/orders/buyers.ts';
import { provinceByName } from '#shared/orders/rules/place/provinces.ts';
import type { OrderForm } from '#web/orders/form/order-form.ts';
import { findLocalities } from '#web/orders/place/find-localities.ts';
import type { FilledField } from './fill-buyer.ts';
import { RECEIVER_ADDRESS } from './receiver-address.ts';

/**
 * Fills in the neighbourhood of a known buyer whose order had none, as orders of files: in the City of Buenos Aires it is the locality
 * of the postal code. Marks it as doubtful where it stays unknown.
 *
 * @returns the changed field; null if nothing is known, or the address was changed meanwhile
 */
export async function fillNeighborhood(form: OrderForm, address: BuyerAddress): Promise<FilledField | null> {
  const { neighborhood_name: name, city, zip_code } = RECEIVER_ADDRESS;
  form.markDoubtful({ [name]: '' });
  const listed = await findLocalities(address.zip_code);
  const found = listed.find((place) => fold(place.city) === fold(address.city));
  const { rhf } = form;
  const isUnchanged =
    rhf.getValues(name) === '' && rhf.getValues(city) === address.city && rhf.getValues(zip_code) === address.zip_code;
  if (!found || !isUnchanged || provinceByName(found.province)?.letter !== 'C') return null;
  rhf.setValue(name, found.city, { shouldDirty: true, shouldValidate: form.errorOf(name) !== undefined });
  return { name, before: '', value: found.city };
}
