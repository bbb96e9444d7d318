import type { Deps } from '#server/integrations/deps.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import { refusedField } from '#server/platform/http/response/refused-field.ts';
import { localDay } from '#shared/kit/days.ts';
import type { BodyOf, ReplyOf } from '#shared/kit/http/endpoint.ts';
import type { rate } from '#shared/money/rates.ts';
import { noPriceReason, quote } from '#shared/money/rules/tariff.ts';
import { volumetricGrams } from '#shared/money/rules/volumetric-weight.ts';
import { measureDoubts } from '#shared/orders/order-doubts.ts';
import { deliveryModeId, modesFor } from '#shared/orders/rules/delivery-modes.ts';
import { resolveProvince } from '#shared/orders/rules/place/zip-province.ts';
import { deliveryWindow, holidaysBetween } from '#shared/provider/rules/working-days.ts';
import { readReferenceVersion } from './reference-data.store.ts';
import { readReferenceData } from './reference-data.ts';
import { requireTariff } from './tariff.ts';

const pesos = (cents: number) => cents / 100;

/**
 * Quotes a delivery at the client's tariff of today, by the same rules as orders (D2 §2 Calculator, readings C19, C20). The delivery
 * window assumes that the shipments are collected today.
 *
 * @throws Failure 422 with `errors` for a mode that the client may not use, and for a province that contradicts the
 *   postal code or that the tariff doesn't cover
 */
export async function quoteRate(deps: Deps, caller: Caller, body: BodyOf<typeof rate>): Promise<ReplyOf<typeof rate>> {
  const mode = deliveryModeId(body.delivery_mode);
  const modes = modesFor({ reverseLogistics: caller.logistica_inversa, fulfillment: caller.fulfillment });
  if (!modes.some(({ id }) => id === mode)) {
    throw refusedField('delivery_mode', 'Tu cuenta no tiene habilitado este modo de entrega');
  }
  const today = localDay(deps.clock());
  const address = { state: body.province, zip_code: body.zip_code };
  const wanted = { clientId: caller.clientId, day: today, addresses: [address] };
  const { tariff, zips, calendar } = await deps.db.withClient(caller.clientId, (trx) =>
    readReferenceData(deps.db, trx, wanted, readReferenceVersion(trx)),
  );
  const { terms } = requireTariff(tariff);
  const place = resolveProvince(address, zips);
  if ('field' in place) throw refusedField(place.field === 'state' ? 'province' : place.field, place.message);
  const packages = body.packages.map(({ width, height, length, real_weight, gross_price }) => ({
    widthCm: width,
    heightCm: height,
    lengthCm: length,
    grams: real_weight,
    declaredCents: gross_price,
  }));
  const price = quote(terms, place.province.letter, packages);
  if (!price) {
    const { field, message } = noPriceReason(terms, place.province.letter);
    throw refusedField(field, message);
  }
  const { min, max } = deliveryWindow(today, price, calendar);
  return {
    results: {
      shipping_cost: pesos(price.shippingCents),
      insurance_cost: pesos(price.insuranceCents),
      tax: pesos(price.taxCents),
      final_value: pesos(price.totalCents),
      currency: 'ARS',
      min_delivery_date: min,
      max_delivery_date: max,
      working_days: { min: price.minDays, max: price.maxDays, holidays: holidaysBetween(today, max, calendar) },
      packages: packages.map((shipment, index) => ({
        billed_weight: price.packages[index]?.billedGrams ?? 0,
        volumetric_weight: volumetricGrams(shipment),
        charged_by: price.packages[index]?.by ?? 'peso',
      })),
      doubts: measureDoubts(
        body.packages.map((shipment) => ({ ...shipment, weight: shipment.real_weight })),
        { list: 'packages', subject: 'El paquete', weight: 'real_weight' },
      ),
    },
  };
}
