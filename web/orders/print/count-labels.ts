/**
 * Returns how many labels printing an order gives: those of its parcels that travel. A foreign gateway may give no label by
 * itself; then each parcel counts, and an order without a list of parcels has one.
 */
export function countLabels(shippings: readonly { print_png_url?: string | null }[] | undefined): number {
  const own = (shippings ?? []).filter(({ print_png_url }) => print_png_url).length;
  return own || (shippings?.length ?? 1);
}
